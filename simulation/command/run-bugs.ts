import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bug } from '../bugs/bug.js';
import { BUGS } from '../bugs/all-bugs.js';
import type { OpenWorlds } from '../run/open-world.js';
import { type Failure, runSeed } from '../run/run-seed.js';
import { showProgress } from './progress.js';

const DOCUMENT = join(import.meta.dirname, '../../docs/simulation.md');
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
    const row = rowOf(bug, failure);
    process.stdout.write(`${row}\n`);
    await writeRow(bug, row);
  }
  process.stdout.write(missed === 0 ? `All ${bugs.length} bugs were found.\n` : `${missed} of ${bugs.length} bugs were not found.\n`);
  return missed === 0 ? 0 : 1;
}

function rowOf({ name, what }: Bug, failure: Failure | null): string {
  const found = failure
    ? `${failure.violation.invariant} | ${SEED} | ${failure.stepsUntilFound} | ${failure.steps.length}`
    : `**not found** | ${SEED} | – | –`;
  return `| ${name} | ${what} | ${found} |`;
}

/** The rows of bugs that were not tried this time stay as they are. */
async function writeRow(bug: Bug, row: string): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8');
  const known = new Map([...text.matchAll(/^\| ([a-z-]+) \|.*$/gm)].map(([line, name = '']) => [name, line]));
  known.set(bug.name, row);
  const rows = BUGS.flatMap(({ name }) => known.get(name) ?? []);
  const table = ['| bug | what is wrong | found by | seed | steps until found | steps needed |', '|---|---|---|---|---|---|', ...rows].join(
    '\n',
  );
  await writeFile(DOCUMENT, text.replace(/(<!-- generated: bugs -->\n)[\s\S]*?(<!-- \/generated -->)/, `$1${table}\n$2`));
}
