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
const STEPS = 8_000;

/** Plants each bug and looks for it. @returns the exit code: 1 when one was not found. */
export async function runBugs(worlds: OpenWorlds): Promise<number> {
  const rows: string[] = [];
  let missed = 0;
  for (const bug of BUGS) {
    const failure = await worlds.world(bug, async (world) => {
      const progress = showProgress(STEPS);
      return runSeed(world, SEED, STEPS, progress).finally(() => progress.stop());
    });
    if (!failure) missed += 1;
    const row = rowOf(bug, failure);
    process.stdout.write(`${row}\n`);
    rows.push(row);
  }
  await writeTable(rows);
  process.stdout.write(missed === 0 ? `All ${BUGS.length} bugs were found.\n` : `${missed} of ${BUGS.length} bugs were not found.\n`);
  return missed === 0 ? 0 : 1;
}

function rowOf({ name, what }: Bug, failure: Failure | null): string {
  const found = failure
    ? `${failure.violation.invariant} | ${SEED} | ${failure.stepsUntilFound} | ${failure.steps.length}`
    : `**not found** | ${SEED} | – | –`;
  return `| ${name} | ${what} | ${found} |`;
}

async function writeTable(rows: readonly string[]): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8');
  const table = ['| bug | what is wrong | found by | seed | steps until found | steps needed |', '|---|---|---|---|---|---|', ...rows].join(
    '\n',
  );
  await writeFile(DOCUMENT, text.replace(/(<!-- generated: bugs -->\n)[\s\S]*?(\n<!-- \/generated -->)/, `$1${table}$2`));
}
