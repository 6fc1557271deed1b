import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { PageRequest } from '../../src/common/pagination/page-query.js';
import type { Page } from '../../src/common/pagination/page.js';
import { ListingCounters } from '../../src/platform/listing/listing-counters.js';
import { ListingPages, type PageStart } from '../../src/platform/listing/listing-pages.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const ROWS = 5000;

/** Pages of a real table with an index, 5,000 rows over three weeks in uneven hours. */
describe('pages of a counted list', () => {
  let database: TestDatabase;
  let owner: DataSource;
  let pages: ListingPages;
  let expected: number[];

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = await new DataSource({ type: 'postgres', url: database.ownerUrl }).initialize();
    await owner.query('CREATE TABLE thing (id int PRIMARY KEY, status text, created_at timestamptz)');
    await owner.query(
      `INSERT INTO thing SELECT i, CASE WHEN i % 10 = 0 THEN 'rare' ELSE 'common' END,
         timestamptz '2026-03-01Z' + ((i * 7919) % 1800000) * interval '1 second' FROM generate_series(1, $1::int) AS i`,
      [ROWS],
    );
    await owner.query('CREATE INDEX thing_by_time ON thing (created_at, id)');
    const counters = new ListingCounters(owner);
    const things = await owner.query<{ id: number; status: string; created_at: Date }[]>('SELECT * FROM thing ORDER BY created_at, id');
    expected = things.map((thing) => thing.id);
    await owner.transaction((tx) =>
      counters.change(
        tx,
        things.map((thing) => ({ list: 'things', status: thing.status, createdAt: thing.created_at, by: 1 })),
      ),
    );
    pages = new ListingPages(owner, counters);
  });
  afterAll(async () => {
    await owner.destroy();
    await database.drop();
  });

  const read = async (request: PageRequest, seen: PageStart[] = [], status?: string): Promise<Page<number>> => {
    const page = await pages.read<{ id: number }>(
      'things',
      request,
      (start) => {
        seen.push(start);
        const where = start.newestFirst ? 'created_at < $1' : 'created_at >= $1';
        const order = start.newestFirst ? 'created_at DESC, id DESC' : 'created_at, id';
        return {
          name: `things ${order}`,
          text: `SELECT id, created_at FROM thing WHERE ${where} AND ($4::text IS NULL OR status = $4) ORDER BY ${order} OFFSET $2 LIMIT $3`,
          values: [start.bound, start.skip, start.limit, status ?? null],
        };
      },
      status,
    );
    return { total: page.total, rows: page.rows.map(({ id }) => id) };
  };

  it.each([true, false])('show every row exactly once, in order (newest first: %s)', async (newestFirst) => {
    const order = newestFirst ? [...expected].reverse() : expected;
    const shown: number[] = [];
    for (let page = 1; page <= Math.ceil(ROWS / 97); page += 1) {
      const { rows, total } = await read({ page, size: 97, newestFirst });
      expect(total).toBe(ROWS);
      shown.push(...rows);
    }
    expect(shown).toEqual(order);
  });

  it('walk no further than an hour’s rows to a deep page', async () => {
    const seen: PageStart[] = [];
    await read({ page: 300, size: 15, newestFirst: true }, seen);
    await read({ page: 300, size: 15, newestFirst: false }, seen);
    expect(Math.max(...seen.map((start) => start.skip))).toBeLessThan(30);
  });

  it('count and show one status', async () => {
    const { rows, total } = await read({ page: 2, size: 15, newestFirst: true }, [], 'rare');
    expect(total).toBe(500);
    expect(rows).toEqual(
      [...expected]
        .reverse()
        .filter((id) => id % 10 === 0)
        .slice(15, 30),
    );
  });

  it('are empty past the end, and the rows are not even asked for when the page is deep', async () => {
    const seen: PageStart[] = [];
    expect(await read({ page: 100_000_000, size: 100, newestFirst: true }, seen)).toEqual({ rows: [], total: ROWS });
    expect(seen).toEqual([]);
    expect(await read({ page: 40, size: 15, newestFirst: true }, [], 'rare')).toEqual({ rows: [], total: 500 });
    const nothing = await pages.read('unknown', { page: 1, size: 15, newestFirst: true }, () => ({
      name: 'no things',
      text: 'SELECT id, created_at FROM thing WHERE id < $1',
      values: [0],
    }));
    expect(nothing).toEqual({ rows: [], total: 0 });
  });
});
