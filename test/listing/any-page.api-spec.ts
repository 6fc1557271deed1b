import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PageRequest } from '../../src/common/pagination/list.request.js';
import type { FilterValuesOf } from '../../src/platform/listing/lists/list.js';
import { ListPages } from '../../src/platform/listing/lists/list-pages.js';
import { replaySteps } from './support/replay-steps.js';
import { modelPage, requests, steps } from './support/listing-model.js';
import { pageFromBucket } from './support/page-from-bucket.js';
import { DONE_LIST, type Status, STATUSES, type Item, ITEM_LIST, ItemWorld } from './support/items.js';

type Values = FilterValuesOf<typeof ITEM_LIST>;

/** The predicate of each filter, implemented a second time for the reference model. */
const PREDICATES: { [Name in keyof Values]-?: (item: Item, value: NonNullable<Values[Name]>) => boolean } = {
  status: (item, status) => item.status === status,
  note: (item, note) => item.note === note,
  tag: (item, tag) => item.tag === tag.toLowerCase(),
  done: (item, done) => (item.doneAt !== null) === done,
  size: (item, size) => item.size === size,
  from: (item, from) => item.createdAt >= new Date(from),
  until: (item, until) => item.createdAt.getTime() < new Date(until).getTime() + 1_000,
};

const optionally = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
/** Times during, before and after the rows' creation times, in the format of responses. */
const queryTime = fc
  .tuple(
    fc.constantFrom(-1, 0, 1, 2, 9, 10),
    fc.constantFrom(0, 1, 2, 22, 23),
    fc.constantFrom(0, 1, 30, 59),
    fc.constantFrom(0, 29, 30, 59),
  )
  .map(([day, hour, minute, second]) => new Date(Date.UTC(2026, 2, 27 + day, hour, minute, second)).toISOString().replace('.000', ''));
const filterValues: fc.Arbitrary<Values> = fc.record({
  status: optionally(fc.constantFrom(...STATUSES)),
  note: optionally(fc.constantFrom('one', 'two', 'none')),
  tag: optionally(fc.constantFrom('', 'X', 'z')),
  done: optionally(fc.boolean()),
  size: optionally(fc.constantFrom(1, 2, 3)),
  from: optionally(queryTime),
  until: optionally(queryTime),
});

const matchesFilters =
  (shop: string, filters: Values) =>
  (item: Item): boolean =>
    item.shop === shop &&
    (Object.keys(PREDICATES) as (keyof Values)[]).every((name) => {
      const value = filters[name];
      return value === undefined || (PREDICATES[name] as (item: Item, value: unknown) => boolean)(item, value);
    });

let world: ItemWorld;
let pages: ListPages;
beforeAll(async () => {
  world = await ItemWorld.start();
  pages = new ListPages(world.dataSource);
});
afterAll(() => world.stop());

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

describe('a page', () => {
  it('equals the page of the reference model, after any inserts, moves, deletions and compactions, with any filters', async () => {
    const queries = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'none'), filterValues, requests), { minLength: 15, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(steps, queries, async (history, queriesOfRun) => {
        const items = await replaySteps(world, history);
        for (const [shop, filters, request] of queriesOfRun) {
          const { rows, total } = await pages.read(ITEM_LIST, shop, filters, request);
          expect({ total, ids: ids(rows) }).toEqual(modelPage(items, matchesFilters(shop, filters), request));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('equals the page of the reference model when its position is computed from the counters of days, hours and minutes', async () => {
    const queries = fc.array(fc.tuple(optionally(fc.constantFrom(...STATUSES)), requests), { minLength: 25, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(steps, queries, async (history, queriesOfRun) => {
        const items = await replaySteps(world, history);
        for (const [status, request] of queriesOfRun) {
          const page = await pageFromBucket(world.dataSource, ITEM_LIST, 'a', status && { name: 'status', value: status }, request);
          expect(page).toEqual(modelPage(items, matchesFilters('a', { status }), request));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is part of pages that together have each row exactly once, in both sort orders', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (history, size, newestFirst) => {
        const items = await replaySteps(world, history);
        const listedIds: string[] = [];
        for (let page = 1; ; page += 1) {
          const { total, ids: pageIds } = await pageFromBucket(world.dataSource, ITEM_LIST, 'b', undefined, { page, size, newestFirst });
          listedIds.push(...pageIds);
          if (pageIds.length === 0) {
            expect(listedIds).toHaveLength(total);
            break;
          }
        }
        expect(listedIds).toEqual(modelPage(items, ({ shop }) => shop === 'b', { page: 1, size: 10_000, newestFirst }).ids);
      }),
      { numRuns: 15 },
    );
  });

  it('equals the page of the reference model when the counted status is an SQL expression instead of a column', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.tuple(optionally(fc.boolean()), requests), { minLength: 10 }), async (history, queriesOfRun) => {
        const items = await replaySteps(world, history);
        for (const [done, request] of queriesOfRun) {
          const expected = modelPage(items, matchesFilters('a', { done }), request);
          const { rows, total } = await pages.read(DONE_LIST, 'a', { done }, request);
          expect({ total, ids: ids(rows) }).toEqual(expected);
          const doneFilter = done === undefined ? undefined : { name: 'done', value: done };
          expect(await pageFromBucket(world.dataSource, DONE_LIST, 'a', doneFilter, request)).toEqual(expected);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('has its rows as entities, and is empty when no row matches', async () => {
    await world.clear();
    const createdAt = new Date('2026-03-27T10:00:00.123Z');
    const item: Item = { id: '7', shop: 'a', status: 'new', note: null, tag: 'x', size: 1, doneAt: null, createdAt };
    await world.insert([item]);
    const request: PageRequest = { page: 1, size: 15, newestFirst: true };
    const { rows } = await pages.read(ITEM_LIST, 'a', {}, request);
    expect(rows).toEqual([expect.objectContaining({ id: '7', status: 'new' satisfies Status, doneAt: null, createdAt })]);
    for (const filters of [{}, { status: 'new' as const }, { note: 'one' }, { note: 'one', tag: 'x' }])
      expect(await pages.read(ITEM_LIST, 'none', filters, request)).toEqual({ rows: [], total: 0 });
    expect(await pages.read(ITEM_LIST, 'a', { note: 'one', tag: 'x' }, request)).toEqual({ rows: [], total: 0 });
  });
});
