import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import { cloneDatabase, type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import { waitUntilNotified, makePayment } from '../faults/support/payments.js';
import { RedisProcess } from '../services/redis-process.js';
import { PRODUCTION_TIMEOUTS } from '../support/patience.js';
import { times } from '../support/times.js';
import { documentedBlocks } from './support/documented-blocks.js';
import { PgBouncer } from './support/pgbouncer.js';

let redis: RedisProcess;
let pooler: PgBouncer;
let world: FaultWorld;
let serverUrl: URL;
let role: string;
let commonSettings: NodeJS.ProcessEnv;
/** Starts a gateway with these settings. @returns its error message, or 'it started'. */
const startError = (settings: NodeJS.ProcessEnv = {}): Promise<string> =>
  world.gateway('api', { ...commonSettings, ...settings }).then(
    () => 'it started',
    (error: Error) => error.message,
  );

beforeAll(async () => {
  redis = await RedisProcess.start(['maxmemory-policy noeviction']);
  commonSettings = { ...PRODUCTION_TIMEOUTS, REDIS_URL: `redis://${redis.address}` };
  const database = await cloneDatabase();
  serverUrl = new URL(database.appUrl);
  role = serverUrl.username;
  const superuser = new Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  const { rows } = await superuser.query<{ secret: string }>('SELECT rolpassword AS secret FROM pg_authid WHERE rolname = $1', [role]);
  await superuser.end();
  pooler = await PgBouncer.start(serverUrl, rows[0]?.secret ?? '');
  world = await startFaultWorld({ ...database, appUrl: pooler.url });
});
afterAll(async () => {
  await world?.sql(`ALTER ROLE ${role} RESET ALL`); // roles exist for the whole server, not for one database
  await world?.stop();
  await pooler?.stop();
  await redis?.stop();
});

/** Keeps four other clients busy at the pooler while `work` runs. */
async function whileOthersQuery<T>(work: () => Promise<T>): Promise<T> {
  const clients = await Promise.all(
    times(4, () => new Client({ connectionString: pooler.url })).map(async (client) => (await client.connect(), client)),
  );
  let isRunning = true;
  const others = clients.map(async (client) => {
    while (isRunning) for (const step of ['BEGIN', 'SELECT pg_sleep(0.002)', 'COMMIT']) await client.query(step);
    await client.end();
  });
  try {
    return await work();
  } finally {
    isRunning = false;
    await Promise.all(others);
  }
}

describe('a gateway behind PgBouncer', () => {
  it('does not start in transaction mode, whether the pooler is idle or not', async () => {
    await pooler.startAgain('transaction');
    expect(await startError()).toContain('set pool_mode = session (docs/operations.md');
    expect(await whileOthersQuery(() => startError())).toContain('set pool_mode = session (docs/operations.md');
  });

  it('does not start in statement mode', async () => {
    await pooler.startAgain('statement');
    expect(await startError()).toContain('set pool_mode = session (docs/operations.md');
  });

  it('does not start with its queue in the database behind the pooler', async () => {
    await pooler.startAgain('session');
    expect(await startError({ REDIS_URL: '' })).toContain('set REDIS_URL (docs/operations.md');
  });

  it('does not start in session mode before the role has time limits, and prints the statements that set them', async () => {
    const message = await startError();
    const lines = message.match(/ALTER ROLE [^;]+;/g) ?? [];
    const [documented = ''] = documentedBlocks('docs/operations.md', 'Behind a pooler');
    expect(lines.sort()).toEqual(documented.trim().replaceAll('gateway_app', role).split('\n').sort());
    for (const line of lines) await world.sql(line);
    const [, reconnect = ''] = documentedBlocks('docs/operations.md', 'The pooler on Debian');
    await pooler.onConsole(reconnect);
    expect(await startError({ DATABASE_STATEMENT_TIMEOUT_MS: '5000' })).toMatch(/: ALTER ROLE \S+ SET statement_timeout = 5000;\s*$/);
  });

  it('starts with other time limits when it connects directly to PostgreSQL', async () => {
    const direct = await world.gateway('api', { DATABASE_URL: serverUrl.href, DATABASE_STATEMENT_TIMEOUT_MS: '0' }); // must start
    await direct.stop();
  });

  it('takes payments and sends notifications in session mode, with a time limit for statements', async () => {
    const api = await world.gateway('api', commonSettings);
    await world.gateway('worker', commonSettings);
    const shop = await world.shop(api);
    const ids = await Promise.all(times(20, () => makePayment(api, shop)));
    await waitUntilNotified(world, shop, ids);
    await expectConsistent(world);

    const lockHolder = await world.holdOpen('LOCK TABLE direct_billing_transaction IN ACCESS EXCLUSIVE MODE');
    expect((await shop.create({ amount: 13.62 })).status).toBe(503);
    const overdue = await world.sql(
      `SELECT FROM pg_stat_activity WHERE application_name = 'gateway' AND state = 'active' AND query_start < now() - interval '11 seconds'`,
    );
    await lockHolder.end();
    expect(overdue).toHaveLength(0); // the server ends the statement after ten seconds, before the gateway gives up after twelve
    expect((await shop.create({ amount: 13.62 })).status).toBe(200);
  });
});
