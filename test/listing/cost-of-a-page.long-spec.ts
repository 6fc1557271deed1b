import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { PageRequest } from '../../src/common/pagination/list.request.js';
import { appliedFilters } from '../../src/platform/listing/lists/conditions.js';
import { countedPage } from '../../src/platform/listing/lists/counted-page.js';
import { leadingFilter } from '../../src/platform/listing/lists/leading-filter.js';
import type { FilterValuesOf } from '../../src/platform/listing/lists/list.js';
import { ListPages } from '../../src/platform/listing/lists/list-pages.js';
import { matchedPage } from '../../src/platform/listing/lists/matched-page.js';
import type { PageStatement } from '../../src/platform/listing/lists/statement.js';
import { times } from '../support/times.js';
import { modelPage } from './support/listing-model.js';
import { type Item, ITEM_LIST, ItemWorld } from './support/items.js';
import { planned, type Visit, visitedRows } from './support/visited-rows.js';

type Values = FilterValuesOf<typeof ITEM_LIST>;

const PAGE = 15;
const BUSY_HOUR = Date.UTC(2026, 2, 28, 18);
const HOUR_MS = 3_600_000;

/** 12,000 rows in one hour, 200 per minute, and 8,000 rows on the days around this hour. Another shop has 6,000 rows. */
const things: Item[] = times(26_000, (index) => {
  const other = index >= 20_000;
  const createdAt = index < 12_000 ? BUSY_HOUR + index * 300 : BUSY_HOUR - 100 * HOUR_MS + (index % 10_000) * 72_000;
  return {
    id: String(index + 1),
    shop: other ? 'other' : 'busy',
    status: index % 1_000 === 0 ? 'confirmed' : index % 3 === 0 ? 'new' : 'payed',
    note: index % 4 === 0 ? 'many' : index % 17 === 0 ? 'some' : index % 5_000 === 1 ? 'rare' : null,
    tag: other ? '' : index % 3 === 1 ? 'often' : index % 13 === 0 ? 'mid' : `t${index}`,
    size: 1 + (index % 9),
    doneAt: null,
    createdAt: new Date(createdAt),
  };
});
const inBusy = things.filter(({ shop }) => shop === 'busy');

let world: ItemWorld;
let early: DataSource;
let one: DataSource;
const connect = (): Promise<DataSource> => new DataSource({ type: 'postgres', url: world.database.ownerUrl, poolSize: 1 }).initialize();

const page = (number: number, newestFirst = true): PageRequest => ({ page: number, size: PAGE, newestFirst });
const counted = (request: PageRequest, values: Values = {}): PageStatement =>
  countedPage(ITEM_LIST, 'busy', appliedFilters(ITEM_LIST, values), request);
const matched = async (request: PageRequest, values: Values, on = one): Promise<PageStatement> => {
  const applied = appliedFilters(ITEM_LIST, values);
  return matchedPage(ITEM_LIST, 'busy', applied, await leadingFilter(on, ITEM_LIST, 'busy', applied), request);
};
const visit = (statement: PageStatement): Promise<Visit> => visitedRows(one, statement, 'thing');

const WITH_FEW: Values[] = [
  { note: 'rare', tag: 'often' },
  { note: 'many', tag: 't4' },
  { note: 'rare', status: 'payed' },
  { tag: 't4', note: 'many', status: 'payed' },
  { status: 'confirmed', note: 'many' },
];

beforeAll(async () => {
  world = await ItemWorld.start();
  early = await connect();
  for (const newestFirst of [true, false]) {
    for (const values of [{}, { status: 'payed' as const }])
      for (const number of [1, 1_000]) await planned(early, counted(page(number, newestFirst), values));
  }
  for (const values of [{ note: 'many' }, { note: 'some', size: 3 }, ...WITH_FEW])
    for (const run of times(6, (n) => n)) await planned(early, await matched(page(1 + run), values, early));
  await world.insert(things);
  await world.fold();
});
afterAll(async () => {
  await early.destroy();
  await world.stop();
});

// The generic plan was made for an empty table, for a table without statistics, or for a table with statistics and a visibility map.
describe.each(['planned while it was empty', 'without statistics', 'with statistics'])('reading a page of a table %s', (state) => {
  beforeAll(async () => {
    if (state === 'with statistics') await world.dataSource.query('VACUUM ANALYZE thing, listing_counter, listing_change');
    one = state === 'planned while it was empty' ? early : await connect();
  });
  afterAll(async () => {
    if (one !== early) await one.destroy();
  });

  /** Apart from the page's own rows, which are fetched by primary key, only an index may be read. */
  const onlyIndex = ({ by }: Visit, index: string): void => {
    expect(by.filter((scan) => !['Index Scan thing_pkey', 'Bitmap Heap Scan'].includes(scan))).toEqual([`Index Only Scan ${index}`]);
  };

  it('touches at most half of the rows of a minute in addition to its own, at any position', async () => {
    const last = Math.ceil(inBusy.length / PAGE);
    for (const number of [70, 400, 701, 1_000, 1_101, last - 1]) {
      for (const newestFirst of [true, false]) {
        const visited = await visit(counted(page(number, newestFirst)));
        expect(visited.rows).toBeLessThanOrEqual(100 + 2 * PAGE);
        onlyIndex(visited, 'thing_list');
      }
    }
  });

  it('reads the last page from the other end', async () => {
    const last = Math.ceil(inBusy.length / PAGE);
    expect((await visit(counted(page(last)))).rows).toBeLessThanOrEqual(2 * PAGE);
    const lastPayed = Math.ceil(inBusy.filter(({ status }) => status === 'payed').length / PAGE);
    expect((await visit(counted(page(lastPayed), { status: 'payed' }))).rows).toBeLessThanOrEqual(2 * PAGE);
  });

  it('touches only rows of the requested status', async () => {
    for (const [number, maxRows] of [
      [1, 2 * PAGE],
      [500, 70 + 2 * PAGE],
    ] as const) {
      const visited = await visit(counted(page(number), { status: 'payed' }));
      expect(visited.rows).toBeLessThanOrEqual(maxRows);
      onlyIndex(visited, 'thing_by_status');
    }
  });

  it('touches only the rows of the first and last minute of a range, however many are between', async () => {
    const at = (minute: number): string => new Date(BUSY_HOUR + minute * 60_000 + 30_000).toISOString().replace('.000', '');
    const range = { from: at(10), until: at(50) };
    for (const number of [1, 100, 300, 1_000_000]) {
      const visited = await visit(counted(page(number), range));
      expect(visited.rows).toBeLessThanOrEqual(2 * 200 + 100 + 2 * PAGE);
      onlyIndex(visited, 'thing_list');
    }
    expect((await visit(counted(page(100), { ...range, status: 'payed' }))).rows).toBeLessThanOrEqual(2 * 140 + 70 + 2 * PAGE);
  });

  it('touches nothing past the end', async () => {
    expect((await visit(counted(page(1_000_000)))).rows).toBe(0);
  });

  it('touches the matches of a filter once to count them and half of them at most to reach the page', async () => {
    const matches = inBusy.filter(({ note }) => note === 'many').length;
    for (const number of [1, 100, 167, 250, 333]) {
      const visited = await visit(await matched(page(number), { note: 'many' }));
      expect(visited.rows).toBeLessThanOrEqual(1.5 * matches + 2 * PAGE);
      onlyIndex(visited, 'thing_by_note');
    }
  });

  it('checks a filter without index only on matches of the other filter', async () => {
    const visited = await visit(await matched(page(1), { note: 'some', size: 3 }));
    expect(visited.rows).toBeLessThanOrEqual(2 * inBusy.filter(({ note }) => note === 'some').length);
    onlyIndex(visited, 'thing_by_note');
  });

  it('touches few rows when one of several filters has few matches, however many the others have', async () => {
    for (const values of WITH_FEW) {
      const { rows, by } = await visit(await matched(page(1), values));
      expect(rows).toBeLessThanOrEqual(Object.keys(values).length * 1_001 + 100);
      expect(by.filter((scan) => scan.startsWith('Seq'))).toEqual([]);
    }
  });
});

describe('a table with statistics', () => {
  it('is read by the rarest of several filters with many matches, whatever their order', async () => {
    one = await connect();
    const matches = (test: (thing: Item) => boolean): number => inBusy.filter(test).length;
    const cases: [Values, number][] = [
      [{ note: 'many', tag: 'often' }, matches(({ note }) => note === 'many')],
      [{ note: 'many', tag: 'mid' }, matches(({ tag }) => tag === 'mid')],
      [{ tag: 'mid', note: 'many', status: 'payed' }, matches(({ tag }) => tag === 'mid')],
      [{ note: 'many', tag: 'often', status: 'payed' }, matches(({ note }) => note === 'many')],
    ];
    for (const [values, rarest] of cases) {
      const { rows, by } = await visit(await matched(page(1), values));
      expect([rows <= 2 * rarest, by.filter((scan) => scan.startsWith('Seq'))]).toEqual([true, []]);
    }
    await one.destroy();
  });
});

describe('a page of a large list', () => {
  it('equals the page of the reference model, for filters with few and with many matches', async () => {
    const pages = new ListPages(world.dataSource);
    const cases: [Values, (thing: Item) => boolean][] = [
      [{ note: 'many' }, (thing) => thing.note === 'many'],
      [{ note: 'many', tag: 'often' }, (thing) => thing.note === 'many' && thing.tag === 'often'],
      [{ note: 'many', status: 'payed' }, (thing) => thing.note === 'many' && thing.status === 'payed'],
      [{ note: 'rare', tag: 'often' }, (thing) => thing.note === 'rare' && thing.tag === 'often'],
      [{ note: 'some', tag: 'often', size: 2 }, (thing) => thing.note === 'some' && thing.tag === 'often' && thing.size === 2],
      [{ tag: 't5', status: 'payed' }, (thing) => thing.tag === 't5' && thing.status === 'payed'],
      [{ from: new Date(BUSY_HOUR).toISOString().replace('.000', '') }, (thing) => thing.createdAt.getTime() >= BUSY_HOUR],
    ];
    for (const [values, matches] of cases) {
      for (const newestFirst of [true, false]) {
        for (const number of [1, 2, 30, 66, 67, 200, 334]) {
          const { rows, total } = await pages.read(ITEM_LIST, 'busy', values, page(number, newestFirst));
          expect({ total, ids: rows.map(({ id }) => id) }).toEqual(modelPage(inBusy, matches, page(number, newestFirst)));
        }
      }
    }
  });

  it('is planned five times per connection and then no more, whatever the request', async () => {
    const alone = await connect();
    const pages = new ListPages(alone);
    for (const index of times(30, (n) => n)) {
      const request = { page: 1 + index * 37, size: 1 + index, newestFirst: true };
      await pages.read(ITEM_LIST, index % 2 ? 'busy' : 'other', {}, { ...request, page: 1 });
      await pages.read(ITEM_LIST, index % 2 ? 'busy' : 'none', {}, { ...request, page: 1_000 + index });
      await pages.read(ITEM_LIST, 'busy', { note: index % 2 ? 'many' : 'rare' }, request);
    }
    const plans = await alone.query<{ custom_plans: string; generic_plans: string }[]>(
      `SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE name LIKE 'things %'`,
    );
    await alone.destroy();
    expect(plans.map(({ custom_plans }) => custom_plans)).toEqual(['5', '5', '5']);
    expect(plans.reduce((sum, { generic_plans }) => sum + Number(generic_plans), 0)).toBe(75);
  });
});
