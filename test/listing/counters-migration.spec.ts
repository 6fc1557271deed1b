import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ListingChange1790000000013 } from '../../src/runtime/database/migrations/1790000000013-listing-change.js';
import { ListingCounters } from '../../src/platform/listing/listing-counters.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { times } from '../support/times.js';

describe('moving counters between their two forms', () => {
  let database: TestDatabase;
  let owner: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = await new DataSource({ type: 'postgres', url: database.ownerUrl, poolSize: 4 }).initialize();
  });
  afterAll(async () => {
    await owner.destroy();
    await database.drop();
  });

  it('keeps every total and every place, there and back', async () => {
    const counters = new ListingCounters(owner);
    await Promise.all(
      times(60, (index) =>
        owner.transaction((tx) =>
          counters.change(tx, [
            {
              list: 'shop',
              status: index % 3 ? 'new' : 'payed',
              createdAt: new Date(Date.UTC(2026, 2, 1 + (index % 4), index % 24)),
              by: 1,
            },
          ]),
        ),
      ),
    );
    const picture = (): Promise<unknown> =>
      Promise.all([
        counters.total('shop'),
        counters.total('shop', 'new'),
        ...times(12, (index) => counters.seek('shop', index * 5, index % 2 === 0)),
      ]);
    const before = await picture();

    const migration = new ListingChange1790000000013();
    const runner = owner.createQueryRunner();
    await migration.down(runner);
    const [{ rows }] = (await runner.query('SELECT sum(count)::int AS rows FROM listing_counter WHERE level = 2 AND slot = -1')) as [
      { rows: number },
    ];
    expect(rows).toBe(60);
    await migration.up(runner);
    expect(await picture()).toEqual(before);
    await runner.release();
  });
});
