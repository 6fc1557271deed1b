import { describe, expect, it } from '@jest/globals';
import { pageOf } from './page-of.js';

describe('a page of rows in memory', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'];

  it.each([
    [1, 2, ['a', 'b']],
    [2, 2, ['c', 'd']],
    [3, 2, ['e']],
    [4, 2, []],
    [1, 100, rows],
    [100_000_000, 100, []],
  ])('number %i with the size %i contains %j', (page, size, expected) => {
    for (const newestFirst of [true, false]) expect(pageOf(rows, { page, size, newestFirst })).toEqual({ rows: expected, total: 5 });
  });
});
