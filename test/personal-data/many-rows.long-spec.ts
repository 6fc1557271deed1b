import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import { type CliWorld, runCommandWith, startCliWorld } from '../cli/cli-world.js';
import { until } from '../support/until.js';

const ROWS = 10_000;
const NUMBER = '48500600700';
const LOCKED_ROW = 5_000;

let cli: CliWorld;
let owner: Client;
beforeAll(async () => {
  cli = await startCliWorld();
  owner = await cli.connectAsSchemaOwner();
  await owner.query(`
    INSERT INTO partner (id, name, created_at) VALUES ('00000000-0000-0000-0000-000000000001', 'Shop', now());
    INSERT INTO service (id, partner_id, area, name, status, created_at, updated_at)
    VALUES ('aaaaaaaa', '00000000-0000-0000-0000-000000000001', 'directbilling', 'Points', 'service_active', now(), now());
    INSERT INTO direct_billing_service (service_id, suffix) VALUES ('aaaaaaaa', 'points');
    INSERT INTO direct_billing_transaction (id, service_id, status, amount_type, amount_minor, gross_minor, net_minor, partner_minor, tariffs, phone_number,
      control, expires_at, created_at, updated_at)
    SELECT lpad(to_hex(n), 32, '0')::uuid, 'aaaaaaaa', 'transaction_db_rejected', 'gross', 1000, 1000, 813, 500, '{}', '${NUMBER}', 'order ' || n,
      now(), now(), now() FROM generate_series(1, ${ROWS}) AS n`);
});
afterAll(async () => {
  await owner.end();
  await cli.drop();
});

const rowsWithNumber = async (): Promise<number> =>
  (await owner.query<{ n: number }>('SELECT count(*)::int AS n FROM direct_billing_transaction WHERE phone_number IS NOT NULL')).rows[0]
    ?.n ?? -1;

describe('erasing a payer from ten thousand rows', () => {
  it('keeps the finished batches when it is interrupted, and erases the rest when it is repeated', async () => {
    // The batch with the locked row waits for the lock. Therefore the command is interrupted within this batch.
    await owner.query('BEGIN');
    await owner.query("SELECT FROM direct_billing_transaction WHERE id = lpad(to_hex($1::int), 32, '0')::uuid FOR UPDATE", [LOCKED_ROW]);
    const stop = new AbortController();
    const interrupted = runCommandWith(cli.env, ['payer', 'erase', NUMBER, '--reason', 'Asked', '--yes'], stop.signal);
    const watcher = await cli.connectAsSchemaOwner();
    const waiting =
      'SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())';
    await until(
      async () => (await watcher.query<{ n: number }>(waiting)).rows[0]?.n,
      (n) => n === 1,
    );
    await watcher.end();
    stop.abort();
    await owner.query('COMMIT');
    expect(await interrupted).toMatchObject({ code: 130, out: '' });
    const remaining = await rowsWithNumber(); // the waiting batch of 500 rows was erased as a whole or not at all
    expect([ROWS - LOCKED_ROW, ROWS - LOCKED_ROW + 500]).toContain(remaining);
    expect(await cli.json('payer', 'erasures')).toMatchObject([{ finished_at: null }]);

    const { kinds } = await cli.json('payer', 'erase', NUMBER, '--reason', 'Asked', '--yes');
    expect(kinds).toEqual([{ kind: 'directbilling_transactions', found: remaining, erased: remaining, not_yet: 0 }]);
    expect(await rowsWithNumber()).toBe(0);
    expect(await cli.json('payer', 'erasures')).toMatchObject([{ rows: remaining, not_yet: 0 }, { finished_at: null }]);
  });
});
