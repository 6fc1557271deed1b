import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { BUGS } from '../../simulation/bugs/all-bugs.js';

const ROOT = join(import.meta.dirname, '../..');
const text = readFileSync(join(ROOT, 'docs/simulation.md'), 'utf8');
const sources = (readdirSync(join(ROOT, 'simulation'), { recursive: true }) as string[])
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(ROOT, 'simulation', file), 'utf8'))
  .join('\n');

/** The first cells of the rows below a heading. */
function rowsBelow(heading: string): string[][] {
  const [, after = ''] = text.split(heading);
  const [table = ''] = /(?:^\|.+\n)+/m.exec(after) ?? [];
  return [...table.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | ')).slice(1);
}

describe('docs/simulation.md', () => {
  it('lists every injected bug with its effect, and each bug was found', () => {
    const rows = rowsBelow('<!-- generated: bugs -->');
    expect(rows.map(([name, what]) => [name, what])).toEqual(BUGS.map(({ name, description }) => [name, description]));
    expect(rows.filter(([, , invariant = '']) => !invariants.has(invariant))).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(60);
  });

  it('lists every invariant', () => {
    const named = [...sources.matchAll(/found\(\s*'([^']+)'/g)].map(([, name = '']) => name);
    expect([...invariants].sort()).toEqual([...new Set(named)].sort());
  });
});

const invariants = new Set([...rowsBelow('After each step'), ...rowsBelow('At the end of an episode')].map(([name = '']) => name));
