import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { readEnvironment } from '../../src/config/environment.js';
import { FoldCountersService } from '../../src/listing/fold-counters.service.js';
import { type ListingChange, ListingCounters } from '../../src/listing/listing-counters.js';
import { PeriodicTasks } from '../../src/scheduling/periodic-tasks.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { times } from '../support/times.js';

class FixedClock extends BusinessClock {
  now(): Date {
    return new Date('2026-03-10T12:00:00Z');
  }
}

describe('folding listing counters', () => {
  const list = 'shop';
  let database: TestDatabase;
  let dataSource: DataSource;
  let counters: ListingCounters;
  let fold: FoldCountersService;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 20 }).initialize();
    counters = new ListingCounters(dataSource);
    fold = new FoldCountersService(dataSource, new FixedClock(), new PeriodicTasks(readEnvironment({}), pino({ level: 'silent' })));
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const change = (changes: ListingChange[]): Promise<void> => dataSource.transaction((tx) => counters.change(tx, changes));
  const onDay = (day: number, hour: number): Date => new Date(Date.UTC(2026, 2, day, hour, 30));
  const bucketRows = async (before: string): Promise<number> => {
    const [row] = await dataSource.query<{ n: number }[]>(
      'SELECT count(*)::int AS n FROM listing_counter WHERE level > 0 AND bucket < $1',
      [before],
    );
    return row?.n ?? 0;
  };
  const picture = async (): Promise<unknown> => {
    const seeks = times(30, (index) => counters.seek(list, index * 13, index % 2 === 0, index % 3 === 0 ? 'payed' : undefined));
    return Promise.all([counters.total(list), counters.total(list, 'new'), ...seeks]);
  };

  it('keeps every answer, also while rows of folded days go on changing', async () => {
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
    const before = await picture();
    const rows = await bucketRows('2026-03-08');
    await fold.run();
    expect(await picture()).toEqual(before);
    expect(await bucketRows('2026-03-08')).toBeLessThan(rows / 2);
    await fold.run();
    expect(await picture()).toEqual(before);

    await Promise.all([
      ...times(100, (index) =>
        change([
          { list, status: index % 2 ? 'payed' : 'rejected', createdAt: onDay(1 + (index % 9), index % 24), by: -1 },
          { list, status: 'new', createdAt: onDay(1 + (index % 9), index % 24), by: 1 },
        ]),
      ),
      ...times(10, () => fold.run()),
    ]);
    await fold.run();
    expect([await counters.total(list), await counters.total(list, 'new')]).toEqual([200, 100]);
    const [sums] = await dataSource.query<{ hours: string; days: string; sound: boolean }[]>(
      `SELECT sum(count) FILTER (WHERE level = 2) AS hours, sum(count) FILTER (WHERE level = 1) AS days,
         (SELECT min(n) >= 0 FROM (SELECT sum(count) AS n FROM listing_counter GROUP BY list, level, status, bucket) AS s) AS sound FROM listing_counter`,
    );
    expect(sums).toEqual({ hours: '200', days: '200', sound: true });
  });
});
