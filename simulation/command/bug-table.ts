import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUGS } from '../bugs/all-bugs.js';
import type { Bug } from '../bugs/bug.js';
import type { Failure } from '../run/run-seed.js';

const DOCUMENT = join(import.meta.dirname, '../../docs/simulation.md');

const NOT_TRIED = 'not tried yet';

const HEAD = ['| bug | what is wrong | found by |', '|---|---|---|'];

export function rowOf({ name, what }: Bug, failure: Failure | null): string {
  return `| ${name} | ${what} | ${failure ? failure.violation.invariant : '**not found**'} |`;
}

/** Keeps the rows of bugs that were not tried this time. */
export async function writeRow(bug: Bug, row: string): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8');
  const known = new Map([...text.matchAll(/^\| ([a-z-]+) \|.*$/gm)].map(([line, name = '']) => [name, line]));
  known.set(bug.name, row);
  const rows = BUGS.map(({ name, what }) => known.get(name) ?? `| ${name} | ${what} | ${NOT_TRIED} |`);
  const table = [...HEAD, ...rows].join('\n');
  await writeFile(DOCUMENT, text.replace(/(<!-- generated: bugs -->\n)[\s\S]*?(<!-- \/generated -->)/, `$1${table}\n$2`));
}
