import type { Bug } from '../bugs/bug.js';
import type { OpenWorlds } from '../run/open-world.js';
import { runSeed } from '../run/run-seed.js';
import { rowOf, writeRow } from './bug-table.js';
import { showProgress } from './progress.js';

/** Always the same, so that the table changes when the simulation does. */
const SEED = 1;
const STEPS = 6_000;

/** For the table, what is nearly small enough is. */
const MOST_TRIES = 12;

/** Plants each of these and looks for it. @returns the exit code: 1 when one was not found. */
export async function runBugs(worlds: OpenWorlds, bugs: readonly Bug[]): Promise<number> {
  let missed = 0;
  for (const bug of bugs) {
    const failure = await worlds.world(bug, async (world) => {
      const progress = showProgress(STEPS);
      return runSeed(world, SEED, STEPS, { ...progress, mostTries: MOST_TRIES }).finally(() => progress.stop());
    });
    if (!failure) missed += 1;
    const row = rowOf(bug, failure, SEED);
    process.stdout.write(`${row}\n`);
    await writeRow(bug, row);
  }
  process.stdout.write(missed === 0 ? `All ${bugs.length} bugs were found.\n` : `${missed} of ${bugs.length} bugs were not found.\n`);
  return missed === 0 ? 0 : 1;
}
