import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { DataSource } from 'typeorm';
import { runCli } from '../../src/cli/run-cli.js';
import { type CliWorld, startCliWorld } from './cli-world.js';

const SMS_SERVICE = '5e5e5e5e';
const AT = '2026-11-21T13:05:09+01:00';

let cli: CliWorld;
let database: DataSource;
let service: string;
beforeAll(async () => {
  cli = await startCliWorld();
  database = await new DataSource({ type: 'postgres', url: cli.env['DATABASE_OWNER_URL'] ?? '' }).initialize();
  const partner = (await cli.json('partner', 'create', 'Shop')).id as string;
  service = (await cli.json('service', 'create', '--partner', partner, '--area', 'directbilling', '--name', 'Points')).id;
  await database.query(
    `WITH made AS (INSERT INTO service (id, partner_id, area, name, status, created_at, updated_at) VALUES ($1, $2, 'sms', 'Keys', 'service_active', now(), now()))
     INSERT INTO sms_service (service_id, type, prefix, suffix) VALUES ($1, 'ONE_TIME_CODE', 'TC', 'KEYS')`,
    [SMS_SERVICE, partner],
  );
});
afterAll(async () => {
  await database.destroy();
  await cli.drop();
});

/** Inserts rows directly, so that the counters do not include them. */
async function insertUncountedRows(): Promise<void> {
  await database.query(
    `INSERT INTO direct_billing_transaction (id, service_id, status, amount_type, amount_minor, gross_minor, net_minor, partner_minor, tariffs, expires_at, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'transaction_db_new', 'gross', 1000, 1000, 813, 569, '{}', $2, $2, $2 FROM generate_series(1, 3)`,
    [service, AT],
  );
  await database.query(
    `WITH message AS (INSERT INTO sms_inbound (message_id, from_number, send_number, text, sent_at, received_at, test, outcome, service_id, reply)
       VALUES ('m1', '48500600700', '7055', 'TC.KEYS', $2, $2, false, 'matched', $1, '') RETURNING message_id)
     INSERT INTO sms_transaction (service_id, message_id, from_number, send_number, code, test, net_minor, gross_minor, partner_minor, sent_at, created_at)
     SELECT $1, message_id, '48500600700', 7055, 'ABC', false, 50, 62, 25, $2, $2 FROM message`,
    [SMS_SERVICE, AT],
  );
}

describe('counters verify', () => {
  it('prints that all counters are correct, for a gateway without transactions', async () => {
    expect(await cli.run('counters', 'verify')).toEqual({
      code: 0,
      out: 'All counters are correct. They were compared with the 0 rows of 0 lists.\n',
      err: '',
    });
  });

  it('ends with exit code 1, and names the wrong counters of every product', async () => {
    await insertUncountedRows();
    const { code, out } = await cli.run('counters', 'verify', '--json');
    const result = JSON.parse(out);
    expect(code).toBe(1);
    expect(result).toMatchObject({ sound: false, lists: 2, rows: 4, wrong: 6, repaired: 0, undeclared: [] });
    expect(result.examples).toContainEqual({
      list: `directbilling.transactions:${service}`,
      of: 'hour',
      since: '2026-11-21T13:00:00+01:00',
      status: 'transaction_db_new',
      off: -3,
    });
    expect(result.examples).toContainEqual({
      list: `sms.transactions:${SMS_SERVICE}`,
      of: 'minute',
      since: '2026-11-21T13:05:00+01:00',
      status: 'unused',
      off: -1,
    });
    const text = await cli.run('counters', 'verify');
    expect([text.code, text.out]).toEqual([
      1,
      expect.stringMatching(/^6 counters were wrong\. They were compared with the 4 rows of 2 lists\.\n\nList +Of +Since/),
    ]);
  });

  it('repairs wrong counters', async () => {
    const { code, out } = await cli.run('counters', 'verify', '--repair');
    // Two more than before: the totals of the two lists are compared only after their days are correct.
    expect([code, out]).toEqual([0, expect.stringMatching(/^8 counters were wrong and are corrected\./)]);
    expect(await cli.json('counters', 'verify')).toEqual({
      sound: true,
      lists: 2,
      rows: 4,
      wrong: 0,
      repaired: 0,
      examples: [],
      undeclared: [],
    });
  });

  it('shows a progress bar on a terminal, and only the result on standard output', async () => {
    const [stdout, stderr] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })];
    expect(await runCli(['counters', 'verify', '--json'], { stdout, stderr, env: cli.env })).toBe(0);
    expect(String(stderr.read())).toContain('100 % · 4 of 4 rows');
    expect(JSON.parse(String(stdout.read()))).toMatchObject({ sound: true });
  });

  it('ends with exit code 1 and names lists that no product has', async () => {
    await database.query(`INSERT INTO listing_counter VALUES ('old.list:1', 0, 'new', 'epoch', 1)`);
    const { code, out } = await cli.run('counters', 'verify', '--repair');
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('No product has these lists, so their counters cannot be verified:\nold.list:1'),
    ]);
  });
});
