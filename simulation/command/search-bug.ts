import { findBug } from '../bugs/all-bugs.js';
import { openWorlds, type OpenWorlds } from '../run/open-world.js';
import { type Failure, rerunEpisode, runSeed } from '../run/run-seed.js';
import { showProgress } from './progress.js';

export interface BugSearch {
  bug: string;
  seed: number;
  /** Maximum number of steps. */
  steps: number;
}

export interface BugSearchResult {
  /** Name of the invariant that found the bug; null when none did. */
  foundBy: string | null;
}

const EXIT_FAILED = 3;

/** Limit of runs to shrink a failing episode. Its transcript is not printed, so it need not be short. */
const MAX_SHRINK_TRIES = 6;

/** Runs the searches that the parent process sends, one at a time, until the parent disconnects or a signal arrives. */
export async function serveSearches(): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, () => stopping.abort());
  stopping.signal.addEventListener('abort', () => process.connected && process.disconnect());
  const worlds = await openWorlds(stopping.signal);
  process.on('message', (request: BugSearch) => {
    search(worlds, request).then(
      (foundBy) => process.send?.({ foundBy } satisfies BugSearchResult),
      (error: unknown) => {
        if (!stopping.signal.aborted) process.stderr.write(`The simulation itself failed: ${(error as Error).stack}\n`);
        process.exitCode = EXIT_FAILED;
        stopping.abort();
      },
    );
  });
}

async function search(worlds: OpenWorlds, { bug: name, seed, steps }: BugSearch): Promise<string | null> {
  const bug = findBug(name);
  const failure = await worlds.world(bug, async (world) => {
    const progress = showProgress(steps, { label: name });
    return runSeed(world, seed, steps, { ...progress, maxTries: MAX_SHRINK_TRIES, episodeKind: bug.episodeKind }).finally(() =>
      progress.stop(),
    );
  });
  if (failure) await expectNoViolationWithoutBug(worlds, failure);
  return failure?.violation.invariant ?? null;
}

/** Runs the same steps without the bug. @throws Error when they violate an invariant too, so that the bug is not the cause. */
async function expectNoViolationWithoutBug(worlds: OpenWorlds, { seed, episode, steps }: Failure): Promise<void> {
  const onlyIndexes = steps.map(({ index }) => index);
  const { violation } = await worlds.world(null, (world) => rerunEpisode(world, seed, episode, onlyIndexes));
  if (violation) throw new Error(`Seed ${seed}, episode ${episode} without any bug: ${violation.invariant}: ${violation.message}`);
}
