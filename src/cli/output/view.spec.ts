import { describe, expect, it } from '@jest/globals';
import type { Session } from '../session.js';
import { money, viewOf } from './view.js';

interface Sale {
  id: string;
  soldAt: Date | null;
  netMinor: number | null;
  words: string[];
}

const SESSION = { timestamp: (at: Date) => at.toISOString() } as unknown as Session;
const SALE = viewOf<Sale>()({ id: 'id', sold_at: 'soldAt', net: money('netMinor'), words: 'words', count: ({ words }) => words.length });
const ROWS: Sale[] = [
  { id: 'a', soldAt: new Date(0), netMinor: 123_456, words: ['x', 'y'] },
  { id: 'b', soldAt: null, netMinor: 5, words: [] },
  { id: 'c', soldAt: null, netMinor: null, words: [] },
];
const [FIRST] = ROWS as [Sale];

describe('a view', () => {
  it('prints JSON with all fields, with amounts and times as text', () => {
    const all = { id: 'a', sold_at: '1970-01-01T00:00:00.000Z', net: '1234.56', words: ['x', 'y'], count: 2 };
    expect(SALE.json(FIRST, SESSION)).toEqual(all);
    expect(SALE.only('id').json(FIRST, SESSION)).toEqual(all);
  });

  it('prints a table with its columns in their order, with amounts right-aligned', () => {
    expect(SALE.only('net', 'id').table(ROWS, SESSION)).toBe('    Net  ID\n1234.56  a\n   0.05  b\n      –  c');
    expect(SALE.without('sold_at', 'words', 'net').table(ROWS, SESSION)).toBe('ID  Count\na   2\nb   0\nc   0');
    expect(SALE.table([], SESSION)).toBe('');
  });

  it('prints CSV with the same columns as the table', () => {
    const some = SALE.without('sold_at', 'words');
    expect(some.csvHeading + some.csv(ROWS, SESSION)).toBe('id,net,count\r\na,1234.56,2\r\nb,0.05,0\r\nc,,0\r\n');
  });

  it('can be extended with fields, which replace those of the same name', () => {
    const more = SALE.with({ id: ({ id }) => `id ${id}`, test: () => true });
    expect(more.only('test', 'id').table([FIRST], SESSION)).toBe('Test  ID\nyes   id a');
  });
});
