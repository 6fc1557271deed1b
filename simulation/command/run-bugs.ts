import type { Bug } from '../bugs/bug.js';
import type { OpenWorlds } from '../run/open-world.js';
import { type Failure, runAgain, runSeed } from '../run/run-seed.js';
import { rowOf, writeRow } from './bug-table.js';
import { showProgress } from './progress.js';

/** Fixed, so that the table changes only with the simulation. */
const SEED = 1;
const STEPS = 20_000;

/** A bug's story need not be the shortest possible. */
const MOST_TRIES = 6;

/** Plants each of these bugs and searches for it in at most this many steps. @returns the exit code: 1 when one was not found. */
export async function runBugs(
  worlds: OpenWorlds,
  bugs: readonly Bug[],
  { seed = SEED, steps = STEPS }: { seed?: number; steps?: number },
): Promise<number> {
  let missed = 0;
  for (const bug of bugs) {
    const failure = await worlds.world(bug, async (world) => {
      const progress = showProgress(steps);
      return runSeed(world, seed, steps, { ...progress, mostTries: MOST_TRIES, only: bug.about }).finally(() => progress.stop());
    });
    if (failure) await expectInnocent(worlds, failure);
    else missed += 1;
    const row = rowOf(bug, failure);
    process.stdout.write(`${row}\n`);
    await writeRow(bug, row);
  }
  process.stdout.write(missed === 0 ? `All ${bugs.length} bugs were found.\n` : `${missed} of ${bugs.length} bugs were not found.\n`);
  return missed === 0 ? 0 : 1;
}

/** Runs the same steps without the bug. @throws Error when they find something too: then the bug was not the cause. */
async function expectInnocent(worlds: OpenWorlds, { seed, episode, steps }: Failure): Promise<void> {
  const only = steps.map(({ index }) => index);
  const { violation } = await worlds.world(null, (world) => runAgain(world, seed, episode, only));
  if (violation) throw new Error(`Seed ${seed}, episode ${episode} without any bug: ${violation.invariant}: ${violation.what}`);
}
