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

/** The meaning of each filter, implemented again for the reference model. */
const MEANING: { [Name in keyof Values]-?: (thing: Item, value: NonNullable<Values[Name]>) => boolean } = {
  status: (thing, status) => thing.status === status,
  note: (thing, note) => thing.note === note,
  tag: (thing, tag) => thing.tag === tag.toLowerCase(),
  done: (thing, done) => (thing.doneAt !== null) === done,
  size: (thing, size) => thing.size === size,
  from: (thing, from) => thing.createdAt >= new Date(from),
  until: (thing, until) => thing.createdAt.getTime() < new Date(until).getTime() + 1_000,
};

const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
/** Times during, before and after the rows' creation times, in the format of responses. */
const someMoment = fc
  .tuple(
    fc.constantFrom(-1, 0, 1, 2, 9, 10),
    fc.constantFrom(0, 1, 2, 22, 23),
    fc.constantFrom(0, 1, 30, 59),
    fc.constantFrom(0, 29, 30, 59),
  )
  .map(([day, hour, minute, second]) => new Date(Date.UTC(2026, 2, 27 + day, hour, minute, second)).toISOString().replace('.000', ''));
const values: fc.Arbitrary<Values> = fc.record({
  status: sometimes(fc.constantFrom(...STATUSES)),
  note: sometimes(fc.constantFrom('one', 'two', 'none')),
  tag: sometimes(fc.constantFrom('', 'X', 'z')),
  done: sometimes(fc.boolean()),
  size: sometimes(fc.constantFrom(1, 2, 3)),
  from: sometimes(someMoment),
  until: sometimes(someMoment),
});

const matching =
  (shop: string, filters: Values) =>
  (thing: Item): boolean =>
    thing.shop === shop &&
    (Object.keys(MEANING) as (keyof Values)[]).every((name) => {
      const value = filters[name];
      return value === undefined || (MEANING[name] as (thing: Item, value: unknown) => boolean)(thing, value);
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
    const queries = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'none'), values, requests), { minLength: 15, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(steps, queries, async (history, queriesOfRun) => {
        const things = await replaySteps(world, history);
        for (const [shop, filters, request] of queriesOfRun) {
          const { rows, total } = await pages.read(ITEM_LIST, shop, filters, request);
          expect({ total, ids: ids(rows) }).toEqual(modelPage(things, matching(shop, filters), request));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('equals the page of the reference model when it is found through days, hours and minutes', async () => {
    const queries = fc.array(fc.tuple(sometimes(fc.constantFrom(...STATUSES)), requests), { minLength: 25, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(steps, queries, async (history, queriesOfRun) => {
        const things = await replaySteps(world, history);
        for (const [status, request] of queriesOfRun) {
          const found = await pageFromBucket(world.dataSource, ITEM_LIST, 'a', status && { name: 'status', value: status }, request);
          expect(found).toEqual(modelPage(things, matching('a', { status }), request));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is part of pages that together have each row exactly once, in both sort orders', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (history, size, newestFirst) => {
        const things = await replaySteps(world, history);
        const shown: string[] = [];
        for (let page = 1; ; page += 1) {
          const { total, ids: more } = await pageFromBucket(world.dataSource, ITEM_LIST, 'b', undefined, { page, size, newestFirst });
          shown.push(...more);
          if (more.length === 0) {
            expect(shown).toHaveLength(total);
            break;
          }
        }
        expect(shown).toEqual(modelPage(things, ({ shop }) => shop === 'b', { page: 1, size: 10_000, newestFirst }).ids);
      }),
      { numRuns: 15 },
    );
  });

  it('may have a status that is an expression instead of a column', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.tuple(sometimes(fc.boolean()), requests), { minLength: 10 }), async (history, queriesOfRun) => {
        const things = await replaySteps(world, history);
        for (const [done, request] of queriesOfRun) {
          const expected = modelPage(things, matching('a', { done }), request);
          const { rows, total } = await pages.read(DONE_LIST, 'a', { done }, request);
          expect({ total, ids: ids(rows) }).toEqual(expected);
          const picked = done === undefined ? undefined : { name: 'done', value: done };
          expect(await pageFromBucket(world.dataSource, DONE_LIST, 'a', picked, request)).toEqual(expected);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('has rows in the entity’s form, and is empty for an empty list', async () => {
    await world.clear();
    const createdAt = new Date('2026-03-27T10:00:00.123Z');
    const thing: Item = { id: '7', shop: 'a', status: 'new', note: null, tag: 'x', size: 1, doneAt: null, createdAt };
    await world.insert([thing]);
    const request: PageRequest = { page: 1, size: 15, newestFirst: true };
    const { rows } = await pages.read(ITEM_LIST, 'a', {}, request);
    expect(rows).toEqual([expect.objectContaining({ id: '7', status: 'new' satisfies Status, doneAt: null, createdAt })]);
    for (const filters of [{}, { status: 'new' as const }, { note: 'one' }, { note: 'one', tag: 'x' }])
      expect(await pages.read(ITEM_LIST, 'none', filters, request)).toEqual({ rows: [], total: 0 });
    expect(await pages.read(ITEM_LIST, 'a', { note: 'one', tag: 'x' }, request)).toEqual({ rows: [], total: 0 });
  });
});
