import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import {
  addCheckConstraint,
  alterWithLockRetry,
  createIndexConcurrently,
  backfillColumn,
} from '../../src/runtime/database/schema/online-migration.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** `backfillColumn` needs three batches for these rows. */
const ROWS = 2_500;

let database: TestDatabase;
let owner: Client;
/** A session that locks a row of the table while a migration runs. */
let lockHolder: Client;
let source: DataSource;
let runner: QueryRunner;
beforeEach(async () => {
  database = await createTestDatabase();
  [owner, lockHolder] = [await connectAsOwner(), await connectAsOwner()];
  await owner.query(
    `CREATE TABLE sold AS SELECT gen_random_uuid() AS id, number, NULL::integer AS sum FROM generate_series(1, ${ROWS}) AS number`,
  );
  source = await new DataSource({ type: 'postgres', url: database.ownerUrl }).initialize();
  runner = source.createQueryRunner();
});
afterEach(async () => {
  await Promise.all([lockHolder.end(), owner.end()]);
  await runner.release();
  await source.destroy();
  await database.drop();
});

async function connectAsOwner(): Promise<Client> {
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  return client;
}

describe('a migration while payments run', () => {
  beforeEach(() => lockHolder.query('BEGIN; UPDATE sold SET sum = NULL WHERE number = 9'));

  it('fills a column without waiting for a locked row, which it fills last', async () => {
    const backfill = backfillColumn(runner, { table: 'sold', key: 'id', column: 'sum', value: '7' });
    await until(
      () => owner.query('SELECT FROM sold WHERE sum IS NULL'),
      ({ rowCount }) => rowCount === 1,
    );
    await lockHolder.query('COMMIT');
    await backfill;
    expect((await owner.query('SELECT DISTINCT sum FROM sold')).rows).toEqual([{ sum: 7 }]);
  });

  it('alters a table as soon as the table is free, and does not block other sessions for long', async () => {
    const alteration = alterWithLockRetry(runner, 'ALTER TABLE sold ADD COLUMN more text; ALTER TABLE sold ADD COLUMN most text');
    const waitingLocks = `SELECT FROM pg_locks WHERE relation = 'sold'::regclass AND NOT granted`;
    // The migration waits, gives up because of its lock time-out, and waits again.
    for (const waitingCount of [1, 0, 1])
      await until(
        () => owner.query(waitingLocks),
        ({ rowCount }) => rowCount === waitingCount,
      );
    await lockHolder.query('COMMIT');
    await alteration;
    expect((await owner.query('SELECT more, most FROM sold LIMIT 1')).rows).toEqual([{ more: null, most: null }]);
  });
});

describe('a migration that runs again after it was killed', () => {
  it('rebuilds an index that the killed run left behind', async () => {
    await owner.query('CREATE INDEX sold_by_number ON sold (id)');
    await createIndexConcurrently(runner, 'sold_by_number', 'sold (number)');
    const { rows } = await owner.query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'sold_by_number'`);
    expect(rows).toEqual([{ indexdef: expect.stringMatching(/\(number\)$/) }]);
  });

  it('validates old rows for a check constraint that the killed run had only added', async () => {
    await owner.query('ALTER TABLE sold ADD CONSTRAINT sold_numbered CHECK (number > 0) NOT VALID');
    await addCheckConstraint(runner, 'sold', 'sold_numbered', 'CHECK (number >= 1)');
    const { rows } = await owner.query(`SELECT convalidated FROM pg_constraint WHERE conname = 'sold_numbered'`);
    expect(rows).toEqual([{ convalidated: true }]);
    await expect(addCheckConstraint(runner, 'sold', 'sold_few', 'CHECK (number < 9)')).rejects.toThrow('sold_few');
  });
});
