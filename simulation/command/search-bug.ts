import { bugNamed } from '../bugs/all-bugs.js';
import { openWorlds, type OpenWorlds } from '../run/open-world.js';
import { type Failure, runAgain, runSeed } from '../run/run-seed.js';
import { showProgress } from './progress.js';

export interface BugSearch {
  bug: string;
  seed: number;
  /** At most so many. */
  steps: number;
}

export interface BugFound {
  /** The invariant; null when none found the bug. */
  foundBy: string | null;
}

const BROKEN = 3;

/** A bug's transcript need not be the shortest possible. */
const MAX_TRIES = 6;

/** Answers each search that the parent process sends, one at a time, until it disconnects or a signal comes. */
export async function answerSearches(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, () => stop.abort());
  stop.signal.addEventListener('abort', () => process.connected && process.disconnect());
  const worlds = await openWorlds(stop.signal);
  process.on('message', (asked: BugSearch) => {
    search(worlds, asked).then(
      (foundBy) => process.send?.({ foundBy } satisfies BugFound),
      (error: unknown) => {
        if (!stop.signal.aborted) process.stderr.write(`The simulation itself broke: ${(error as Error).stack}\n`);
        process.exitCode = BROKEN;
        stop.abort();
      },
    );
  });
}

async function search(worlds: OpenWorlds, { bug: name, seed, steps }: BugSearch): Promise<string | null> {
  const bug = bugNamed(name);
  const failure = await worlds.world(bug, async (world) => {
    const progress = showProgress(steps, { of: name });
    return runSeed(world, seed, steps, { ...progress, mostTries: MAX_TRIES, only: bug.episodeKind }).finally(() => progress.stop());
  });
  if (failure) await expectInnocent(worlds, failure);
  return failure?.violation.invariant ?? null;
}

/** Runs the same steps without the bug. @throws Error when they find something too: then the bug was not the cause. */
async function expectInnocent(worlds: OpenWorlds, { seed, episode, steps }: Failure): Promise<void> {
  const only = steps.map(({ index }) => index);
  const { violation } = await worlds.world(null, (world) => runAgain(world, seed, episode, only));
  if (violation) throw new Error(`Seed ${seed}, episode ${episode} without any bug: ${violation.invariant}: ${violation.message}`);
}
