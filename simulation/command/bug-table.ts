import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUGS } from '../bugs/all-bugs.js';
import type { Bug } from '../bugs/bug.js';

const DOCUMENT = join(import.meta.dirname, '../../docs/simulation.md');

const NOT_TRIED = 'not tried yet';

const HEAD = ['| bug | what is wrong | found by |', '|---|---|---|'];

/** @param foundBy the invariant; null when none found the bug. */
export function rowOf({ name, description }: Bug, foundBy: string | null): string {
  return `| ${name} | ${description} | ${foundBy ?? '**not found**'} |`;
}

/** Keeps the rows of bugs that were not tried this time. */
export function writeRow(bug: Bug, row: string): void {
  const text = readFileSync(DOCUMENT, 'utf8');
  const known = new Map([...text.matchAll(/^\| ([a-z-]+) \|.*$/gm)].map(([line, name = '']) => [name, line]));
  known.set(bug.name, row);
  const rows = BUGS.map(({ name, description }) => known.get(name) ?? `| ${name} | ${description} | ${NOT_TRIED} |`);
  const table = [...HEAD, ...rows].join('\n');
  writeFileSync(DOCUMENT, text.replace(/(<!-- generated: bugs -->\n)[\s\S]*?(<!-- \/generated -->)/, `$1${table}\n$2`));
}
