import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { BUGS } from '../../simulation/bugs/all-bugs.js';

const ROOT = join(import.meta.dirname, '../..');
const document = readFileSync(join(ROOT, 'docs/simulation.md'), 'utf8');
const sources = (readdirSync(join(ROOT, 'simulation'), { recursive: true }) as string[])
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(ROOT, 'simulation', file), 'utf8'))
  .join('\n');

/** Cells of the rows of the first table below a heading. */
function rowsBelow(heading: string): string[][] {
  const [, textBelow = ''] = document.split(heading);
  const [table = ''] = /(?:^\|.+\n)+/m.exec(textBelow) ?? [];
  return [...table.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | ')).slice(1);
}

describe('docs/simulation.md', () => {
  it('lists every bug with its description and an invariant', () => {
    const rows = rowsBelow('<!-- generated: bugs -->');
    expect(rows.map(([name, description]) => [name, description])).toEqual(BUGS.map(({ name, description }) => [name, description]));
    expect(rows.filter(([, , invariant = '']) => !invariants.has(invariant))).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(60);
  });

  it('lists every invariant that the sources check', () => {
    const namesInSources = [...sources.matchAll(/found\(\s*'([^']+)'/g)].map(([, name = '']) => name);
    expect([...invariants].sort()).toEqual([...new Set(namesInSources)].sort());
  });
});

const invariants = new Set([...rowsBelow('After each step'), ...rowsBelow('At the end of an episode')].map(([name = '']) => name));
