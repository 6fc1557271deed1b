import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import { cloneDatabase, type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import { allNotified, makePayment } from '../faults/support/payments.js';
import { RedisProcess } from '../services/redis-process.js';
import { PRODUCTION_TIMEOUTS } from '../support/patience.js';
import { times } from '../support/times.js';
import { documentedBlocks } from './support/documented.js';
import { PgBouncer } from './support/pgbouncer.js';

let redis: RedisProcess;
let pooler: PgBouncer;
let world: FaultWorld;
let behind: URL;
let role: string;
let shared: NodeJS.ProcessEnv;
/** What a gateway said that did not start. */
const refusal = (settings: NodeJS.ProcessEnv = {}): Promise<string> =>
  world.gateway('api', { ...shared, ...settings }).then(
    () => 'it started',
    (error: Error) => error.message,
  );

beforeAll(async () => {
  redis = await RedisProcess.start(['maxmemory-policy noeviction']);
  shared = { ...PRODUCTION_TIMEOUTS, REDIS_URL: `redis://${redis.address}` };
  const database = await cloneDatabase();
  behind = new URL(database.appUrl);
  role = behind.username;
  const superuser = new Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  const { rows } = await superuser.query<{ secret: string }>('SELECT rolpassword AS secret FROM pg_authid WHERE rolname = $1', [role]);
  await superuser.end();
  pooler = await PgBouncer.start(behind, rows[0]?.secret ?? '');
  world = await startFaultWorld({ ...database, appUrl: pooler.url });
});
afterAll(async () => {
  await world?.sql(`ALTER ROLE ${role} RESET ALL`); // a role is the whole server's
  await world?.stop();
  await pooler?.stop();
  await redis?.stop();
});

/** Some who use the pooler all the time. */
async function withOthersAtWork<T>(work: () => Promise<T>): Promise<T> {
  const clients = await Promise.all(
    times(4, () => new Client({ connectionString: pooler.url })).map(async (client) => (await client.connect(), client)),
  );
  let going = true;
  const others = clients.map(async (client) => {
    while (going) for (const step of ['BEGIN', 'SELECT pg_sleep(0.002)', 'COMMIT']) await client.query(step);
    await client.end();
  });
  try {
    return await work();
  } finally {
    going = false;
    await Promise.all(others);
  }
}

describe('behind PgBouncer', () => {
  it('does not start in transaction mode, whether the pooler is idle or not', async () => {
    await pooler.startAgain('transaction');
    expect(await refusal()).toContain('set pool_mode = session (docs/operations.md');
    expect(await withOthersAtWork(() => refusal())).toContain('set pool_mode = session (docs/operations.md');
  });

  it('does not start in statement mode', async () => {
    await pooler.startAgain('statement');
    expect(await refusal()).toContain('set pool_mode = session (docs/operations.md');
  });

  it('does not start with its queue in the database that lies behind', async () => {
    await pooler.startAgain('session');
    expect(await refusal({ REDIS_URL: '' })).toContain('set REDIS_URL (docs/operations.md');
  });

  it('does not start in session mode before the role has the limits, and says how to give them', async () => {
    const said = await refusal();
    const lines = said.match(/ALTER ROLE [^;]+;/g) ?? [];
    const [documented = ''] = documentedBlocks('docs/operations.md', 'Behind a pooler');
    expect(lines.sort()).toEqual(documented.trim().replaceAll('gateway_app', role).split('\n').sort());
    for (const line of lines) await world.sql(line);
    const [, reconnect = ''] = documentedBlocks('docs/operations.md', 'The pooler on Debian');
    await pooler.onConsole(reconnect);
    expect(await refusal({ DATABASE_STATEMENT_TIMEOUT_MS: '5000' })).toMatch(/: ALTER ROLE \S+ SET statement_timeout = 5000;\s*$/);
  });

  it('leaves it to each process what its limits are where it goes to the server itself', async () => {
    const direct = await world.gateway('api', { DATABASE_URL: behind.href, DATABASE_STATEMENT_TIMEOUT_MS: '0' }); // or it had not started
    await direct.stop();
  });

  it('takes payments and notifies in session mode, and its statements are limited', async () => {
    const api = await world.gateway('api', shared);
    await world.gateway('worker', shared);
    const shop = await world.shop(api);
    const ids = await Promise.all(times(20, () => makePayment(api, shop)));
    await allNotified(world, shop, ids);
    await expectConsistent(world);

    const held = await world.holdOpen('LOCK TABLE direct_billing_transaction IN ACCESS EXCLUSIVE MODE');
    expect((await shop.create({ amount: 13.62 })).status).toBe(503);
    const older = await world.sql(
      `SELECT FROM pg_stat_activity WHERE application_name = 'gateway' AND state = 'active' AND query_start < now() - interval '11 seconds'`,
    );
    await held.end();
    expect(older).toHaveLength(0); // ended by the server after ten seconds; the gateway gives up on it after twelve
    expect((await shop.create({ amount: 13.62 })).status).toBe(200);
  });
});
