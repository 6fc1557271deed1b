import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { MonthlyPartitionsService } from '../../src/runtime/scheduling/monthly-partitions.service.js';
import { holdTransaction, untilBlocked } from '../support/held-transaction.js';
import { PATIENCE_MS } from '../support/patience.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { createIdleTasks } from '../support/idle-tasks.js';

let database: TestDatabase;
let app: DataSource;
let owner: DataSource;
let partitions: MonthlyPartitionsService;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await new DataSource({ type: 'postgres', url: database.appUrl }).initialize();
  owner = await new DataSource({ type: 'postgres', url: database.ownerUrl }).initialize();
  partitions = new MonthlyPartitionsService(app, createIdleTasks());
});
afterAll(async () => {
  await Promise.all([app.destroy(), owner.destroy()]);
  await database.drop();
});

const exists = async (name: string): Promise<boolean> => {
  const [row] = await owner.query<{ exists: boolean }[]>('SELECT to_regclass($1) IS NOT NULL AS exists', [name]);
  return row?.exists ?? false;
};

async function newestPartition(table: string): Promise<string> {
  const rows = await owner.query<{ name: string }[]>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass AND inhrelid::regclass::text ~ '_[0-9]{4}_[0-9]{2}$'`,
    [table],
  );
  return (
    rows
      .map(({ name }) => name)
      .sort()
      .at(-1) ?? ''
  );
}

/** @returns the name of the dropped partition. It may differ between calls, because a month may begin during the test. */
async function dropNewestPartition(table: string): Promise<string> {
  const newest = await newestPartition(table);
  await owner.query(`DROP TABLE ${newest}`);
  return newest;
}

describe('the partitions of coming months', () => {
  it.each(['state_history', 'webhook_attempt'])('of %s are created when they are missing', async (table) => {
    const missing = await dropNewestPartition(table);
    await expect(exists(missing)).resolves.toBe(false);
    await partitions.run();
    await expect(exists(missing)).resolves.toBe(true);
  });

  it('are not created while a session reads the whole table: the task fails with a lock time-out and succeeds later', async () => {
    const missing = await dropNewestPartition('state_history');
    const reader = owner.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT count(*) FROM state_history');
    await expect(partitions.run()).rejects.toMatchObject({ code: '55P03' });
    await reader.rollbackTransaction();
    await reader.release();
    await partitions.run();
    await expect(exists(missing)).resolves.toBe(true);
  });

  it('are created without a deadlock while a transaction has locked a delivery and then writes an attempt', async () => {
    const missing = await dropNewestPartition('webhook_attempt');
    const worker = await holdTransaction(database.appUrl, 'LOCK TABLE webhook_delivery IN ROW EXCLUSIVE MODE', []);
    const creation = partitions.run(PATIENCE_MS);
    await untilBlocked(app, 1);
    await worker.query('LOCK TABLE webhook_attempt IN ROW EXCLUSIVE MODE');
    await worker.commitAndClose();
    await creation;
    await expect(exists(missing)).resolves.toBe(true);
  });

  it('begin at midnight UTC, also in a session with another time zone', async () => {
    const extra = { options: '-c timezone=Europe/Warsaw' };
    const inWarsaw = await new DataSource({ type: 'postgres', url: database.appUrl, extra }).initialize();
    await inWarsaw.query("SELECT ensure_month_partitions('state_history', 14)");
    await inWarsaw.destroy();
    const bounds = await owner.query<{ from: Date; to: Date }[]>(
      `SELECT bound[1]::timestamptz AS "from", bound[2]::timestamptz AS "to" FROM pg_inherits JOIN pg_class ON oid = inhrelid,
         regexp_match(pg_get_expr(relpartbound, oid), $$FROM \\('(.+)'\\) TO \\('(.+)'\\)$$) AS bound
       WHERE inhparent = 'state_history'::regclass AND bound IS NOT NULL ORDER BY 1`,
    );
    expect(bounds.length).toBeGreaterThanOrEqual(15); // one more when a month began during the test
    for (const [index, { from, to }] of bounds.entries()) {
      expect(from.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
      expect(to).toEqual(bounds[index + 1]?.from ?? to);
    }
  });

  it('are created for later months when one month fails because its neighbour overlaps', async () => {
    const failing = await dropNewestPartition('webhook_attempt');
    const neighbour = await dropNewestPartition('webhook_attempt');
    const [from, to] = [neighbour, failing].map((name) => `${name.slice(-7).replace('_', '-')}-01`);
    await owner.query(`CREATE TABLE ${neighbour} PARTITION OF webhook_attempt FOR VALUES FROM ('${from} 00:00Z') TO ('${to} 01:00Z')`);
    await app.query("SELECT ensure_month_partitions('webhook_attempt', 4)");
    expect((await newestPartition('webhook_attempt')) > failing).toBe(true);
    expect(await owner.query('SELECT to_regclass($1) AS made', [failing])).toEqual([{ made: null }]);
  });
});
