import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { CompactCountersService } from '../../src/platform/listing/compact-counters.service.js';
import type { ListingChange } from '../../src/platform/listing/listing-statements.js';
import { counters } from './support/count-changes.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { times } from '../support/times.js';
import { readCounterSums, type CounterSums } from './support/counter-sums.js';
import { drainBatches } from '../support/drain-batches.js';
import { createIdleTasks } from '../support/idle-tasks.js';

describe('compacting listing counters', () => {
  const list = 'shop';
  let database: TestDatabase;
  let dataSource: DataSource;
  let service: CompactCountersService;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 20 }).initialize();
    service = new CompactCountersService(dataSource, createIdleTasks());
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const change = (changes: ListingChange[]): Promise<unknown> => dataSource.transaction((tx) => counters.change(tx, changes));
  const onDay = (day: number, hour: number): Date => new Date(Date.UTC(2026, 2, day, hour, 30));
  const rowsOf = async (table: 'listing_change' | 'listing_counter', condition = 'true'): Promise<number> => {
    const [row] = await dataSource.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`);
    return row?.n ?? 0;
  };
  const countersOf = (name = list): Promise<CounterSums> => readCounterSums(dataSource, name);
  const total = async (name: string): Promise<number> => (await countersOf(name)).levels['new']?.[0] ?? 0;
  const compactAll = (): Promise<void> => drainBatches(() => service.batch());

  it('keeps all sums, also while rows of compacted days are changed', async () => {
    await Promise.all(times(200, (index) => change([{ list, status: 'new', createdAt: onDay(1 + (index % 9), index % 24), by: 1 }])));
    await Promise.all(
      times(200, (index) => {
        const createdAt = onDay(1 + (index % 9), index % 24);
        return change([
          { list, status: 'new', createdAt, by: -1 },
          { list, status: index % 2 ? 'payed' : 'rejected', createdAt, by: 1 },
        ]);
      }),
    );
    const before = await countersOf();
    expect(await rowsOf('listing_change')).toBeGreaterThan(0);
    await compactAll();
    expect(await countersOf()).toEqual(before);
    expect(await rowsOf('listing_change')).toBe(0);
    await compactAll();
    expect(await countersOf()).toEqual(before);

    await Promise.all([
      ...times(100, (index) =>
        change([
          { list, status: index % 2 ? 'payed' : 'rejected', createdAt: onDay(1 + (index % 9), index % 24), by: -1 },
          { list, status: 'new', createdAt: onDay(1 + (index % 9), index % 24), by: 1 },
        ]),
      ),
      ...times(10, () => compactAll()),
    ]);
    await compactAll();
    expect(await rowsOf('listing_change')).toBe(0);
    expect((await countersOf()).levels).toEqual({ new: times(4, () => 100), payed: times(4, () => 50), rejected: times(4, () => 50) });
    const [least] = await dataSource.query<{ least: string }[]>('SELECT min(count) AS least FROM listing_counter');
    expect(Number(least?.least)).toBeGreaterThan(0);
  });

  it('skips counter changes of an open transaction, and does not wait for it', async () => {
    const heldList = 'held';
    const createdAt = onDay(1, 1);
    await dataSource.transaction(async (tx) => {
      await counters.change(tx, [{ list: heldList, status: 'new', createdAt, by: 1 }]);
      await compactAll();
      expect(await total(heldList)).toBe(0);
    });
    await dataSource.transaction(async (tx) => {
      await counters.change(tx, [{ list: heldList, status: 'new', createdAt, by: 1 }]);
      await compactAll();
      expect(await total(heldList)).toBe(1);
    });
    await compactAll();
    expect([await total(heldList), await rowsOf('listing_change')]).toEqual([2, 0]);
  });

  it('deletes counters that are zero', async () => {
    const zeroList = 'gone';
    const createdAt = onDay(2, 2);
    await change([{ list: zeroList, status: 'new', createdAt, by: 1 }]);
    await compactAll();
    expect(await rowsOf('listing_counter', `list = '${zeroList}'`)).toBe(4);
    await change([{ list: zeroList, status: 'new', createdAt, by: -1 }]);
    await compactAll();
    expect(await rowsOf('listing_counter', `list = '${zeroList}'`)).toBe(0);
  });
});
