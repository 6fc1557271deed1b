import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUGS } from '../bugs/all-bugs.js';
import type { Bug } from '../bugs/bug.js';

const DOCUMENT = join(import.meta.dirname, '../../docs/simulation.md');

const NOT_TRIED = 'not tried yet';

const HEADER = ['| bug | what is wrong | found by |', '|---|---|---|'];

/** @param foundBy name of the invariant that found the bug; null when none did. */
export function formatRow({ name, description }: Bug, foundBy: string | null): string {
  return `| ${name} | ${description} | ${foundBy ?? '**not found**'} |`;
}

/** Writes one row into the table of docs/simulation.md. Rows of other bugs stay. Rows of bugs that no longer exist are removed. */
export function writeRow(bug: Bug, row: string): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const rowsByBug = new Map([...text.matchAll(/^\| ([a-z-]+) \|.*$/gm)].map(([line, name = '']) => [name, line]));
  rowsByBug.set(bug.name, row);
  const rows = BUGS.map(({ name, description }) => rowsByBug.get(name) ?? `| ${name} | ${description} | ${NOT_TRIED} |`);
  const table = [...HEADER, ...rows].join('\n');
  writeFileSync(DOCUMENT, text.replace(/(<!-- generated: bugs -->\n)[\s\S]*?(<!-- \/generated -->)/, `$1${table}\n$2`));
}
