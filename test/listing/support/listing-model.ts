import fc from 'fast-check';
import type { PageRequest } from '../../../src/common/pagination/list.request.js';
import { STATUSES, type Status, type Item } from './items.js';

/** Creation times. Many are equal in day, hour, minute or completely. They include a change to daylight saving time. */
const creationTime = fc
  .tuple(
    fc.constantFrom(0, 1, 2, 9),
    fc.constantFrom(0, 1, 2, 22, 23),
    fc.constantFrom(0, 1, 30, 59),
    fc.constantFrom(0, 1, 30_000, 59_999),
  )
  .map(([day, hour, minute, ms]) => new Date(Date.UTC(2026, 2, 27 + day, hour, minute) + ms));

const newItem = fc.record({
  shop: fc.constantFrom('a', 'b'),
  status: fc.constantFrom(...STATUSES),
  note: fc.constantFrom(null, 'one', 'two'),
  tag: fc.constantFrom('', 'x', 'y'),
  size: fc.constantFrom(1, 2),
  doneAt: fc.constantFrom(null, new Date(0)),
  createdAt: creationTime,
});

/** A change of the rows or counters. `pick` modulo the number of rows is the index of the changed row. `fold` compacts the counters. */
export type Step =
  | { kind: 'insert'; things: Omit<Item, 'id'>[] }
  | { kind: 'move'; pick: number; status: Status }
  | { kind: 'remove'; pick: number }
  | { kind: 'fold' };

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('insert' as const), things: fc.array(newItem, { minLength: 1, maxLength: 12 }) }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), pick: fc.nat(), status: fc.constantFrom(...STATUSES) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
  ),
  { maxLength: 25, size: 'max' },
);

export const requests: fc.Arbitrary<PageRequest> = fc.record({
  page: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }) }, { weight: 1, arbitrary: fc.constant(100_000_000) }),
  size: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constant(100)),
  newestFirst: fc.boolean(),
});

/** The page of the reference model: filter, sort, count, then slice. */
export function modelPage(items: readonly Item[], matches: (item: Item) => boolean, { page, size, newestFirst }: PageRequest) {
  const order = newestFirst ? -1 : 1;
  const matched = items
    .filter(matches)
    .sort((a, b) => order * (a.createdAt.getTime() - b.createdAt.getTime() || Number(a.id) - Number(b.id)));
  return { total: matched.length, ids: matched.slice((page - 1) * size, page * size).map(({ id }) => id) };
}
