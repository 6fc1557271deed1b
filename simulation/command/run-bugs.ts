import { availableParallelism } from 'node:os';
import type { Bug } from '../bugs/bug.js';
import { rowOf, writeRow } from './bug-table.js';
import { startBugProcess } from './bug-process.js';

/** Fixed, so that the table changes only with the simulation. */
const SEED = 1;
const STEPS = 20_000;

/**
 * Injects each of these bugs and searches for it in at most this many steps, on the server that was started; one bug on each processor.
 * @param stop ends the search between two steps.
 * @returns the exit code: 1 when one was not found.
 */
export async function runBugs(
  bugs: readonly Bug[],
  { seed = SEED, steps = STEPS }: { seed?: number; steps?: number },
  stop: AbortSignal,
): Promise<number> {
  stop.throwIfAborted(); // the signal came while the server started
  const broken = new AbortController();
  const left = [...bugs];
  let missed = 0;
  const searchInOneProcess = async (): Promise<void> => {
    const one = startBugProcess(AbortSignal.any([stop, broken.signal]));
    try {
      for (let bug = left.shift(); bug; bug = left.shift()) {
        const foundBy = await one.search({ bug: bug.name, seed, steps });
        if (foundBy === null) missed += 1;
        const row = rowOf(bug, foundBy);
        process.stdout.write(`${row}\n`);
        writeRow(bug, row);
      }
    } catch (error) {
      broken.abort();
      throw error;
    } finally {
      await one.end();
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(availableParallelism(), bugs.length) }, searchInOneProcess));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  process.stdout.write(missed === 0 ? `All ${bugs.length} bugs were found.\n` : `${missed} of ${bugs.length} bugs were not found.\n`);
  return missed === 0 ? 0 : 1;
}
