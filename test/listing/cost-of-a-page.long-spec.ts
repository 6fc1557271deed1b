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
import { keepGenericPlan, type Visit, visitedRows } from './support/visited-rows.js';

type Values = FilterValuesOf<typeof ITEM_LIST>;

const PAGE_SIZE = 15;
const BUSY_HOUR = Date.UTC(2026, 2, 28, 18);
const HOUR_MS = 3_600_000;

/** 12,000 rows in one hour, 200 per minute, and 8,000 rows on the days around this hour. Another shop has 6,000 rows. */
const items: Item[] = times(26_000, (index) => {
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
const busyShopItems = items.filter(({ shop }) => shop === 'busy');

let world: ItemWorld;
/** A connection that keeps the generic plans that PostgreSQL made for it while the table was empty. */
let earlyConnection: DataSource;
let connection: DataSource;
const connect = (): Promise<DataSource> => new DataSource({ type: 'postgres', url: world.database.ownerUrl, poolSize: 1 }).initialize();

const page = (number: number, newestFirst = true): PageRequest => ({ page: number, size: PAGE_SIZE, newestFirst });
const countedStatement = (request: PageRequest, values: Values = {}): PageStatement =>
  countedPage(ITEM_LIST, 'busy', appliedFilters(ITEM_LIST, values), request);
const matchedStatement = async (request: PageRequest, values: Values, source = connection): Promise<PageStatement> => {
  const applied = appliedFilters(ITEM_LIST, values);
  return matchedPage(ITEM_LIST, 'busy', applied, await leadingFilter(source, ITEM_LIST, 'busy', applied), request);
};
const visit = (statement: PageStatement): Promise<Visit> => visitedRows(connection, statement, 'thing');

/** In each case at least one filter matches few rows. */
const RARE_FILTERS: Values[] = [
  { note: 'rare', tag: 'often' },
  { note: 'many', tag: 't4' },
  { note: 'rare', status: 'payed' },
  { tag: 't4', note: 'many', status: 'payed' },
  { status: 'confirmed', note: 'many' },
];

beforeAll(async () => {
  world = await ItemWorld.start();
  earlyConnection = await connect();
  for (const newestFirst of [true, false]) {
    for (const values of [{}, { status: 'payed' as const }])
      for (const number of [1, 1_000]) await keepGenericPlan(earlyConnection, countedStatement(page(number, newestFirst), values));
  }
  for (const values of [{ note: 'many' }, { note: 'some', size: 3 }, ...RARE_FILTERS])
    for (const run of times(6, (n) => n))
      await keepGenericPlan(earlyConnection, await matchedStatement(page(1 + run), values, earlyConnection));
  await world.insert(items);
  await world.compactAllCounters();
});
afterAll(async () => {
  await earlyConnection.destroy();
  await world.stop();
});

/*
 * A connection keeps a generic plan as long as it is open, even if the plan was made before the table had rows or statistics. The limits
 * must hold for each of these plans. VACUUM also sets the visibility map, without which an index-only scan reads the table, too.
 */
describe.each(['planned while it was empty', 'without statistics', 'with statistics'])('reading a page of a table %s', (state) => {
  beforeAll(async () => {
    if (state === 'with statistics') await world.dataSource.query('VACUUM ANALYZE thing, listing_counter, listing_change');
    connection = state === 'planned while it was empty' ? earlyConnection : await connect();
  });
  afterAll(async () => {
    if (connection !== earlyConnection) await connection.destroy();
  });

  /** The page's own rows are fetched by primary key. All other rows must be read from the index alone. */
  const expectOnlyIndex = ({ distinctScans }: Visit, index: string): void => {
    expect(distinctScans.filter((scan) => !['Index Scan thing_pkey', 'Bitmap Heap Scan'].includes(scan))).toEqual([
      `Index Only Scan ${index}`,
    ]);
  };

  it('touches at most half of the rows of a minute in addition to the rows of the page, at any position', async () => {
    const last = Math.ceil(busyShopItems.length / PAGE_SIZE);
    for (const number of [70, 400, 701, 1_000, 1_101, last - 1]) {
      for (const newestFirst of [true, false]) {
        const visited = await visit(countedStatement(page(number, newestFirst)));
        expect(visited.rows).toBeLessThanOrEqual(100 + 2 * PAGE_SIZE);
        expectOnlyIndex(visited, 'thing_list');
      }
    }
  });

  it('reads the last page from the other end', async () => {
    const last = Math.ceil(busyShopItems.length / PAGE_SIZE);
    expect((await visit(countedStatement(page(last)))).rows).toBeLessThanOrEqual(2 * PAGE_SIZE);
    const lastPayed = Math.ceil(busyShopItems.filter(({ status }) => status === 'payed').length / PAGE_SIZE);
    expect((await visit(countedStatement(page(lastPayed), { status: 'payed' }))).rows).toBeLessThanOrEqual(2 * PAGE_SIZE);
  });

  it('touches only rows of the requested status', async () => {
    for (const [number, maxRows] of [
      [1, 2 * PAGE_SIZE],
      [500, 70 + 2 * PAGE_SIZE],
    ] as const) {
      const visited = await visit(countedStatement(page(number), { status: 'payed' }));
      expect(visited.rows).toBeLessThanOrEqual(maxRows);
      expectOnlyIndex(visited, 'thing_by_status');
    }
  });

  it('touches only rows of the first and last minute of a time range and near the page, however many rows the range has', async () => {
    const timeAt = (minute: number): string => new Date(BUSY_HOUR + minute * 60_000 + 30_000).toISOString().replace('.000', '');
    const range = { from: timeAt(10), until: timeAt(50) };
    for (const number of [1, 100, 300, 1_000_000]) {
      const visited = await visit(countedStatement(page(number), range));
      expect(visited.rows).toBeLessThanOrEqual(2 * 200 + 100 + 2 * PAGE_SIZE);
      expectOnlyIndex(visited, 'thing_list');
    }
    expect((await visit(countedStatement(page(100), { ...range, status: 'payed' }))).rows).toBeLessThanOrEqual(
      2 * 140 + 70 + 2 * PAGE_SIZE,
    );
  });

  it('touches no rows for a page past the end', async () => {
    expect((await visit(countedStatement(page(1_000_000)))).rows).toBe(0);
  });

  it('touches the matches of a filter once to count them and half of them at most to reach the page', async () => {
    const matches = busyShopItems.filter(({ note }) => note === 'many').length;
    for (const number of [1, 100, 167, 250, 333]) {
      const visited = await visit(await matchedStatement(page(number), { note: 'many' }));
      expect(visited.rows).toBeLessThanOrEqual(1.5 * matches + 2 * PAGE_SIZE);
      expectOnlyIndex(visited, 'thing_by_note');
    }
  });

  it('checks a filter without index only on matches of the other filter', async () => {
    const visited = await visit(await matchedStatement(page(1), { note: 'some', size: 3 }));
    expect(visited.rows).toBeLessThanOrEqual(2 * busyShopItems.filter(({ note }) => note === 'some').length);
    expectOnlyIndex(visited, 'thing_by_note');
  });

  it('touches few rows when one of several filters has few matches, however many the others have', async () => {
    for (const values of RARE_FILTERS) {
      const { rows, distinctScans } = await visit(await matchedStatement(page(1), values));
      expect(rows).toBeLessThanOrEqual(Object.keys(values).length * 1_001 + 100);
      expect(distinctScans.filter((scan) => scan.startsWith('Seq'))).toEqual([]);
    }
  });
});

describe('a table with statistics', () => {
  it('is read through the index of the rarest of several filters with many matches, whatever their order', async () => {
    connection = await connect();
    const matches = (predicate: (item: Item) => boolean): number => busyShopItems.filter(predicate).length;
    const cases: [Values, number][] = [
      [{ note: 'many', tag: 'often' }, matches(({ note }) => note === 'many')],
      [{ note: 'many', tag: 'mid' }, matches(({ tag }) => tag === 'mid')],
      [{ tag: 'mid', note: 'many', status: 'payed' }, matches(({ tag }) => tag === 'mid')],
      [{ note: 'many', tag: 'often', status: 'payed' }, matches(({ note }) => note === 'many')],
    ];
    for (const [values, rarest] of cases) {
      const { rows, distinctScans } = await visit(await matchedStatement(page(1), values));
      expect([rows <= 2 * rarest, distinctScans.filter((scan) => scan.startsWith('Seq'))]).toEqual([true, []]);
    }
    await connection.destroy();
  });
});

describe('a page of a large list', () => {
  it('equals the page of the reference model, for filters with few and with many matches', async () => {
    const pages = new ListPages(world.dataSource);
    const cases: [Values, (item: Item) => boolean][] = [
      [{ note: 'many' }, (item) => item.note === 'many'],
      [{ note: 'many', tag: 'often' }, (item) => item.note === 'many' && item.tag === 'often'],
      [{ note: 'many', status: 'payed' }, (item) => item.note === 'many' && item.status === 'payed'],
      [{ note: 'rare', tag: 'often' }, (item) => item.note === 'rare' && item.tag === 'often'],
      [{ note: 'some', tag: 'often', size: 2 }, (item) => item.note === 'some' && item.tag === 'often' && item.size === 2],
      [{ tag: 't5', status: 'payed' }, (item) => item.tag === 't5' && item.status === 'payed'],
      [{ from: new Date(BUSY_HOUR).toISOString().replace('.000', '') }, (item) => item.createdAt.getTime() >= BUSY_HOUR],
    ];
    for (const [values, matches] of cases) {
      for (const newestFirst of [true, false]) {
        for (const number of [1, 2, 30, 66, 67, 200, 334]) {
          const { rows, total } = await pages.read(ITEM_LIST, 'busy', values, page(number, newestFirst));
          expect({ total, ids: rows.map(({ id }) => id) }).toEqual(modelPage(busyShopItems, matches, page(number, newestFirst)));
        }
      }
    }
  });

  it('is planned five times per statement and connection and then no more, whatever the request', async () => {
    const newConnection = await connect();
    const pages = new ListPages(newConnection);
    for (const index of times(30, (n) => n)) {
      const request = { page: 1 + index * 37, size: 1 + index, newestFirst: true };
      await pages.read(ITEM_LIST, index % 2 ? 'busy' : 'other', {}, { ...request, page: 1 });
      await pages.read(ITEM_LIST, index % 2 ? 'busy' : 'none', {}, { ...request, page: 1_000 + index });
      await pages.read(ITEM_LIST, 'busy', { note: index % 2 ? 'many' : 'rare' }, request);
    }
    const plans = await newConnection.query<{ custom_plans: string; generic_plans: string }[]>(
      `SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE name LIKE 'things %'`,
    );
    await newConnection.destroy();
    expect(plans.map(({ custom_plans }) => custom_plans)).toEqual(['5', '5', '5']);
    expect(plans.reduce((sum, { generic_plans }) => sum + Number(generic_plans), 0)).toBe(75);
  });
});
