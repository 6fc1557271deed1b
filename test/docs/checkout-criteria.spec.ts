import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const SPEC = /\.(?:\w+-)?spec\.ts$/;
const suites = ['test', 'src'].flatMap((folder) =>
  (readdirSync(join(ROOT, folder), { recursive: true }) as string[])
    .filter((file) => SPEC.test(file))
    .map((file) => join(ROOT, folder, file)),
);

/** The titles of the tests in the suites of this name, as they are written in the sources. */
function namesIn(suite: string): string[] {
  return suites
    .filter((file) => basename(file).replace(SPEC, '') === suite)
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:\b(?:it|describe)|\))\(\s*'((?:[^'\\]|\\.)+)',/g)].map(([, name = '']) => name),
    );
}

/** The rows of the table: number, M or S, and the proofs as pairs of suite and test title. */
const [, table = ''] = readFileSync(join(ROOT, 'docs/checkout.md'), 'utf8').split('## Criteria');
const criteria = table
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, number = '']) => /^\d/.test(number))
  .map(([, number = '', need = '', , proof = '']) => {
    let suite = '';
    const proofs = [...proof.matchAll(/`([\w-]+)`|"([^"]+)"/g)].flatMap(([, named, test]) => {
      suite = named ?? suite;
      return test && suite ? [{ suite, test }] : [];
    });
    const named = [...proof.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
    return { number, need, proof, proofs, named };
  });

describe('the criteria of the payers’ pages', () => {
  it('are complete', () => {
    const numbers = criteria.flatMap(({ number }) => {
      const [first = 0, last = first] = number.split('–').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
    expect(numbers).toEqual(Array.from({ length: 38 }, (_, index) => index));
    expect(criteria.every(({ need }) => need === 'M' || need === 'S')).toBe(true);
  });

  it.each(criteria)('include $number, which has existing tests or a reason', ({ proof, proofs, named }) => {
    expect(proofs.length > 0 || proof.startsWith('Not built: ')).toBe(true);
    expect(named.filter((suite) => namesIn(suite).length === 0)).toEqual([]);
    for (const { suite, test } of proofs)
      expect({ suite, test, found: namesIn(suite).some((name) => name.includes(test)) }).toEqual({ suite, test, found: true });
  });
});
