import { availableParallelism } from 'node:os';
import type { Bug } from '../bugs/bug.js';
import { formatRow, writeRow } from './bug-table.js';
import { startBugProcess } from './bug-process.js';

/** Fixed, so that the table in docs/simulation.md changes only with the simulation. */
const DEFAULT_SEED = 1;
const DEFAULT_STEPS = 20_000;

/**
 * Injects each bug and searches for it, in one process for each processor. The processes use the server that the caller has started.
 * @param steps maximum number of steps for each bug.
 * @param stopSignal ends the searches between two steps.
 * @returns the exit code: 1 when a bug was not found.
 */
export async function runBugs(
  bugs: readonly Bug[],
  { seed = DEFAULT_SEED, steps = DEFAULT_STEPS }: { seed?: number; steps?: number },
  stopSignal: AbortSignal,
): Promise<number> {
  stopSignal.throwIfAborted(); // the signal arrived while the server started
  const failure = new AbortController();
  const bugsLeft = [...bugs];
  let notFoundCount = 0;
  const searchInOneProcess = async (): Promise<void> => {
    const bugProcess = startBugProcess(AbortSignal.any([stopSignal, failure.signal]));
    try {
      for (let bug = bugsLeft.shift(); bug; bug = bugsLeft.shift()) {
        const foundBy = await bugProcess.search({ bug: bug.name, seed, steps });
        if (foundBy === null) notFoundCount += 1;
        const row = formatRow(bug, foundBy);
        process.stdout.write(`${row}\n`);
        writeRow(bug, row);
      }
    } catch (error) {
      failure.abort();
      throw error;
    } finally {
      await bugProcess.end();
    }
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(availableParallelism(), bugs.length) }, searchInOneProcess));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  process.stdout.write(
    notFoundCount === 0 ? `All ${bugs.length} bugs were found.\n` : `${notFoundCount} of ${bugs.length} bugs were not found.\n`,
  );
  return notFoundCount === 0 ? 0 : 1;
}
