import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ListRequest, pageRequest } from './list.request.js';

/** Reads a query string's members; the answer is the names of those that are refused. */
function read(query: Record<string, unknown>): { query: ListRequest; refused: string[] } {
  const instance = plainToInstance(ListRequest, query);
  return { query: instance, refused: validateSync(instance).map((error) => error.property) };
}

describe('the paging members of a query', () => {
  it.each([
    [{}, { page: 1, size: 15, newestFirst: true }],
    [
      { page: '7', perPage: '100' },
      { page: 7, size: 100, newestFirst: true },
    ],
    [
      { limit: '30', sort: 'created_at' },
      { page: 1, size: 30, newestFirst: false },
    ],
    [
      { limit: '30', perPage: '20', sort: '-created_at' },
      { page: 1, size: 20, newestFirst: true },
    ],
    [
      { page: '100000000', perPage: '1' },
      { page: 100_000_000, size: 1, newestFirst: true },
    ],
  ])('%p ask for %p', (members, request) => {
    const { query, refused } = read(members);
    expect(refused).toEqual([]);
    expect(pageRequest(query)).toEqual(request);
  });

  it('have another default size where a list has one', () => {
    expect(pageRequest({}, 20).size).toBe(20);
    expect(pageRequest({ perPage: 5 }, 20).size).toBe(5);
  });

  it.each(['0', '-1', '1.5', 'abc', '', '1e2', '0x10', ' 1', '9'.repeat(30), ['1', '2'], { a: '1' }])(
    'refuse %p as page and as page size',
    (value) => {
      for (const member of ['page', 'perPage', 'limit']) expect(read({ [member]: value }).refused).toEqual([member]);
    },
  );

  it('refuse a page size over 100, a page over 100000000 and another sort', () => {
    expect(read({ perPage: '101', limit: '101', page: '100000001', sort: 'id' }).refused.sort()).toEqual([
      'limit',
      'page',
      'perPage',
      'sort',
    ]);
  });
});
