import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import { ClearExpiredLimitsService } from '../../src/runtime/rate-limits/clear-expired-limits.service.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { drainBatches } from '../support/drain-batches.js';
import { createIdleTasks } from '../support/idle-tasks.js';

describe('the deletion of expired rate limits', () => {
  let database: TestDatabase;
  let owner: DataSource;
  let dataSource: DataSource;
  let clear: ClearExpiredLimitsService;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = await new DataSource({ type: 'postgres', url: database.ownerUrl }).initialize();
    dataSource = await new DataSource({ type: 'postgres', url: database.appUrl }).initialize();
    const periodic = createIdleTasks();
    clear = new ClearExpiredLimitsService(dataSource, new RealSystemClock(), periodic);
    // The trigger records the transaction and the number of rows of each DELETE statement.
    await owner.query(`
      CREATE TABLE test_deleted (id int GENERATED ALWAYS AS IDENTITY, transaction bigint, rows int);
      CREATE FUNCTION test_note_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN INSERT INTO test_deleted (transaction, rows) SELECT txid_current(), count(*) FROM gone; RETURN NULL; END $$;
      CREATE TRIGGER test_note_deleted AFTER DELETE ON rate_limit REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION test_note_deleted()`);
  });
  afterAll(async () => {
    await Promise.all([dataSource.destroy(), owner.destroy()]);
    await database.drop();
  });

  const remainingKeys = async (): Promise<string[]> =>
    (await dataSource.query<{ key: string }[]>('SELECT key FROM rate_limit ORDER BY key')).map(({ key }) => key);

  it('deletes 5,000 rows per transaction, skips locked rows and keeps limits that have not expired', async () => {
    await dataSource.query(
      `INSERT INTO rate_limit (key, points, expire)
       SELECT 'old-' || n, 1, 1000 + n FROM generate_series(1, 12000) AS n
       UNION ALL SELECT 'in-use', 1, 1 UNION ALL SELECT 'open', 1, (extract(epoch FROM now()) * 1000)::bigint + 60000 UNION ALL SELECT 'for-ever', 1, NULL`,
    );
    await dataSource.transaction(async (tx) => {
      await tx.query("UPDATE rate_limit SET points = 2 WHERE key = 'in-use'");
      await drainBatches(() => clear.batch());
    });
    expect(await remainingKeys()).toEqual(['for-ever', 'in-use', 'open']);
    const batches = await owner.query<{ transaction: string; rows: number }[]>('SELECT transaction, rows FROM test_deleted ORDER BY id');
    expect(batches.map(({ rows }) => rows)).toEqual([5_000, 5_000, 2_000]);
    expect(new Set(batches.map(({ transaction }) => transaction)).size).toBe(3);
    await drainBatches(() => clear.batch());
    expect(await remainingKeys()).toEqual(['for-ever', 'open']);
  });
});
