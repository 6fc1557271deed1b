import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const SUITE_SUFFIX = /\.(?:\w+-)?spec\.ts$/;
const suites = ['test', 'src'].flatMap((folder) =>
  (readdirSync(join(ROOT, folder), { recursive: true }) as string[])
    .filter((file) => SUITE_SUFFIX.test(file))
    .map((file) => join(ROOT, folder, file)),
);

/** The titles of tests and groups in the suites of this name, as they are written in the sources. */
function titlesIn(suite: string): string[] {
  return suites
    .filter((file) => basename(file).replace(SUITE_SUFFIX, '') === suite)
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:\b(?:it|describe)|\))\(\s*'((?:[^'\\]|\\.)+)',/g)].map(([, title = '']) => title),
    );
}

const [, table = ''] = readFileSync(join(ROOT, 'docs/checkout.md'), 'utf8').split('## Criteria');
/** The rows of the table. `need` is M (must) or S (should), `titles` are the test titles of the last column, each with its suite. */
const criteria = table
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, number = '']) => /^\d/.test(number))
  .map(([, number = '', need = '', , evidence = '']) => {
    let suite = '';
    const titles = [...evidence.matchAll(/`([\w-]+)`|"([^"]+)"/g)].flatMap(([, suiteName, title]) => {
      suite = suiteName ?? suite;
      return title && suite ? [{ suite, title }] : [];
    });
    const suiteNames = [...evidence.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
    return { number, need, evidence, titles, suiteNames };
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

  it.each(criteria)('include $number, which has existing tests or a reason', ({ evidence, titles, suiteNames }) => {
    expect(titles.length > 0 || evidence.startsWith('Not built: ')).toBe(true);
    expect(suiteNames.filter((suite) => titlesIn(suite).length === 0)).toEqual([]);
    for (const { suite, title } of titles)
      expect({ suite, title, exists: titlesIn(suite).some((name) => name.includes(title)) }).toEqual({ suite, title, exists: true });
  });
});
