import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { fieldErrors } from '../validation/field-errors.js';
import { ListRequest, pageRequest } from './list.request.js';

/** Parses and validates query members. `rejected` are the names of invalid members, `messages` their errors. */
function read(query: Record<string, unknown>): { query: ListRequest; rejected: string[]; messages: unknown } {
  const instance = plainToInstance(ListRequest, query);
  const errors = validateSync(instance);
  return { query: instance, rejected: errors.map((error) => error.property), messages: fieldErrors(errors) };
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
      { page: '9'.repeat(400), perPage: '1' },
      { page: Number.MAX_SAFE_INTEGER, size: 1, newestFirst: true },
    ],
    [
      { page: '0007', perPage: '001' },
      { page: 7, size: 1, newestFirst: true },
    ],
  ])('%p request %p', (members, request) => {
    const { query, rejected } = read(members);
    expect(rejected).toEqual([]);
    expect(pageRequest(query)).toEqual(request);
  });

  it('use the default size of a list that has its own', () => {
    expect(pageRequest({}, 20).size).toBe(20);
    expect(pageRequest({ perPage: 5 }, 20).size).toBe(5);
  });

  it.each(['0', '-1', '1.5', 'abc', '', '1e2', '0x10', ' 1', ['1'], ['1', '2'], { a: '1' }])(
    'reject %p as page and as page size',
    (value) => {
      for (const member of ['page', 'perPage', 'limit']) expect(read({ [member]: value }).rejected).toEqual([member]);
    },
  );

  it.each([
    [{ page: '0' }, 'page', 'The page must be a whole number of at least 1.'],
    [{ page: 'abc' }, 'page', 'The page must be a whole number of at least 1.'],
    [{ perPage: '101' }, 'perPage', 'The page size must be a whole number from 1 to 100.'],
    [{ limit: '9'.repeat(30) }, 'limit', 'The page size must be a whole number from 1 to 100.'],
    [{ sort: 'id' }, 'sort', 'The sort must be created_at or -created_at.'],
    [{ filter: { status: 'x' } }, 'filter', 'This list has no filters.'],
    [{ filter: '' }, 'filter', 'This list has no filters.'],
  ])('reject %j with a message that names the error', (members, member, message) => {
    expect(read(members).messages).toEqual({ [member]: [message] });
  });
});
