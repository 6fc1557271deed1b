import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { Client } from 'pg';
import { MIGRATIONS } from '../../src/migrations.js';
import { APP_ROLE } from '../../src/runtime/database/embedded/roles.js';
import { migrateDatabase } from '../../src/runtime/database/schema/migrate.js';
import { VerifyCountersService } from '../../src/platform/counters/verify-counters.service.js';
import { ResendDeliveriesService } from '../../src/platform/webhooks/inspection/resend-deliveries.service.js';
import { VerifyLedgerService } from '../../src/platform/ledger/verification/verify-ledger.service.js';
import { documentedBlocks } from '../deploy/support/documented-blocks.js';
import { PgBouncer } from '../deploy/support/pgbouncer.js';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import { SmallDisk } from '../faults/support/small-disk.js';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { waitUntilNotified } from '../faults/support/payments.js';
import { freePort } from '../support/free-port.js';
import { PRODUCTION_TIMEOUTS } from '../support/patience.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { TRUST_LOCAL_PROXY } from './busy-shop.js';
import { CarefulShopper } from './cluster/careful-shopper.js';
import type { ClusterNode } from './cluster/cluster-node.js';
import { PatroniCluster } from './cluster/patroni-cluster.js';
import { RedisProcess } from './redis-process.js';

const CALLERS = 6;
/** The number of transactions that are created before the event of a test, and again after it. */
const TRANSACTIONS_PER_PHASE = 60;
const MAX_FAILOVER_MS = 300_000;

jest.setTimeout(1_800_000); // for several waits of up to MAX_FAILOVER_MS

const disks = SmallDisk.isPermitted();

let cluster: PatroniCluster;
let redis: RedisProcess;
let pooler: PgBouncer;
let world: FaultWorld;
let api: GatewayProcess;
let worker: GatewayProcess;
const measurements: string[] = [];

beforeAll(async () => {
  cluster = await PatroniCluster.start({ disks });
  redis = await RedisProcess.start(['maxmemory-policy noeviction']);
  pooler = await startPooler(cluster);
  world = await startFaultWorld({ appUrl: pooler.url, superuserUrl: cluster.superuserUrl, drop: () => cluster.drop() });
  // Behind a pooler all processes have the time limits of the role, which are those of production.
  const settings = { ...PRODUCTION_TIMEOUTS, REDIS_URL: `redis://${redis.address}` };
  const port = await freePort();
  api = await world.gateway('api', {
    ...TRUST_LOCAL_PROXY,
    ...settings,
    SANDBOX_PORT: String(port),
    DATABASE_REPLICA_URL: cluster.replicaUrl,
  });
  worker = await world.gateway('worker', { ...settings, SANDBOX: 'on', SANDBOX_CONNECTOR_URL: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await world?.stop();
  await pooler?.stop();
  await redis?.stop();
  process.stdout.write(`${measurements.join('\n')}\n`);
});

/** Starts PgBouncer in front of HAProxy, after the gateway's role has got the time limits of the guide. */
async function startPooler({ appUrl, superuserUrl }: PatroniCluster): Promise<PgBouncer> {
  const serverUrl = new URL(appUrl);
  const superuser = new Client({ connectionString: superuserUrl });
  await superuser.connect();
  try {
    for (const statement of documentedBlocks('docs/operations.md', 'Behind a pooler')) await superuser.query(statement);
    const result = await superuser.query<{ secret: string }>('SELECT rolpassword AS secret FROM pg_authid WHERE rolname = $1', [
      serverUrl.username,
    ]);
    return await PgBouncer.start(serverUrl, result.rows[0]?.secret ?? '');
  } finally {
    await superuser.end();
  }
}

/** Makes payments before, during and after an event. */
async function underLoad(name: string, event: () => Promise<void>): Promise<{ shop: Shop; shopper: CarefulShopper }> {
  const shop = await world.shop(api);
  const shopper = new CarefulShopper(CALLERS, api, shop, name);
  const waitForMore = async (): Promise<void> => {
    const expectedCount = shopper.createdTransactions.length + TRANSACTIONS_PER_PHASE;
    await until(
      () => shopper.createdTransactions.length,
      (count) => count >= expectedCount,
      MAX_FAILOVER_MS,
    );
  };
  try {
    await waitForMore();
    const moment = performance.now();
    await event();
    await waitForMore();
    measurements.push(`${name}: ${(shopper.longestGapSince(moment) / 1000).toFixed(1)} s without a transaction`);
  } finally {
    await shopper.end();
  }
  return { shop, shopper };
}

async function expectNothingLostOrDoubled({ shop, shopper }: { shop: Shop; shopper: CarefulShopper }): Promise<void> {
  expect(shopper.unexpectedResults).toEqual([]);
  expect(shopper.paid.length).toBeGreaterThan(CALLERS);
  const stored = await world.sql<{ id: string; control: string }>(
    'SELECT id, control FROM direct_billing_transaction WHERE service_id = $1 ORDER BY control',
    [shop.serviceId],
  );
  const created = shopper.createdTransactions
    .map(({ id, control }) => ({ id, control }))
    .sort((one, other) => (one.control < other.control ? -1 : 1));
  expect(stored).toEqual(created);
  const last = created.at(-1) ?? { control: '', id: '' };
  expect(await shopper.create(last.control)).toBe(last.id);
  await waitUntilNotified(world, shop, shopper.paid);
  await expectEachEventDelivered(shop);
  await expectChargedOnce(shopper.paid);
  await expectConsistent(world);
  await world.withServices(async (get) => {
    expect((await get(VerifyLedgerService).run()).firstInconsistentRow).toBeNull();
    expect((await get(VerifyCountersService).run()).wrong).toBe(0);
  });
}

/** Checks that all notifications were delivered. A delivery whose response was lost is repeated with the same id and body. */
async function expectEachEventDelivered({ serviceId, receiver }: Shop): Promise<void> {
  const deliveries = await until(
    () => world.sql<{ status: string }>('SELECT status FROM webhook_delivery WHERE service_id = $1', [serviceId]),
    (rows) => rows.every(({ status }) => status === 'acknowledged'),
  );
  const bodies = new Map<unknown, string>();
  for (const { headers, body } of receiver.requests) {
    expect(bodies.get(headers['webhook-id']) ?? body).toBe(body);
    bodies.set(headers['webhook-id'], body);
  }
  expect(bodies.size).toBeGreaterThanOrEqual(deliveries.length); // deliveries may be added meanwhile
}

/** Checks in the tables of the sandbox operator that each payment was charged exactly once. */
async function expectChargedOnce(ids: string[]): Promise<void> {
  const charged = await world.sql<{ times: number }>(
    `SELECT count(o.charge_reference)::int AS times FROM unnest($1::uuid[]) AS paid (id)
     JOIN direct_billing_charge c ON c.transaction_id = paid.id
     LEFT JOIN sandbox.operator_charge o ON o.charge_reference = c.reference::text AND o.answer IN ('ACCEPTED', 'BOOKED') AND o.reversed_at IS NULL
     GROUP BY paid.id`,
    [ids],
  );
  expect(charged).toHaveLength(ids.length);
  expect(charged.filter(({ times }) => times !== 1)).toEqual([]);
}

/** Resends waiting deliveries, as the runbook says: their next attempts may have been planned by the wrong clock of the database. */
async function resendWaiting({ serviceId }: Shop): Promise<void> {
  const scope = { serviceId, statuses: ['waiting' as const], since: new Date(0) };
  await world.withServices(async (get) => {
    const resend = get(ResendDeliveriesService);
    return resend.run(scope, await resend.find(scope), () => undefined);
  });
}

/** Waits as long as several rounds of scheduled tasks take. */
const waitForSomeRounds = (): Promise<void> => pause(6_000);

function expectNeverRestarted(): void {
  for (const process of [api, worker]) expect(process.running).toBe(true);
}

describe('three nodes of PostgreSQL under Patroni, behind HAProxy and PgBouncer, with payments and notifications', () => {
  it('the machine of the primary is lost: the standby that has every commit takes over', async () => {
    let lostNode: ClusterNode | undefined;
    const load = await underLoad('primary killed', async () => {
      lostNode = await cluster.primary();
      await lostNode.cutPower();
    });
    await expectNothingLostOrDoubled(load);
    await lostNode?.start();
    await cluster.waitUntilHealthy();
    expectNeverRestarted();
  });

  it('an operator switches over', async () => {
    await cluster.waitUntilHealthy();
    const before = await cluster.primary();
    const load = await underLoad('switchover', () => cluster.switchOver());
    await cluster.waitUntilHealthy();
    expect((await cluster.primary()).name).not.toBe(before.name);
    await expectNothingLostOrDoubled(load);
    expectNeverRestarted();
  });

  it('the primary is cut off, and still believes that it is the primary when it is reconnected', async () => {
    const formerPrimary = await cluster.primary();
    const load = await underLoad('primary cut off', () => Promise.resolve(formerPrimary.cutOff()));
    const secondShopper = new CarefulShopper(CALLERS, api, load.shop, 'while it comes back');
    formerPrimary.reconnect();
    try {
      await cluster.waitUntilHealthy();
    } finally {
      await secondShopper.end();
    }
    load.shopper.createdTransactions.push(...secondShopper.createdTransactions);
    load.shopper.paid.push(...secondShopper.paid);
    await expectNothingLostOrDoubled(load);
    expectNeverRestarted();
  });

  it('the synchronous standby is cut off: another one takes its place', async () => {
    const standby = await cluster.synchronousStandby();
    const load = await underLoad('synchronous standby cut off', () => Promise.resolve(standby.cutOff()));
    await expectNothingLostOrDoubled(load);
    standby.reconnect();
    await cluster.waitUntilHealthy();
    expectNeverRestarted();
  });

  it('the clock of the primary is two hours ahead: the processes are not ready and expire nothing until it is right', async () => {
    const { clock } = await cluster.primary();
    const load = await underLoad('clock of the primary wrong', async () => {
      await clock.set('+2h');
      await Promise.all([api.waitForReadiness('unready'), worker.waitForReadiness('unready')]);
      expect(await (await fetch(`${api.http.baseUrl}/readyz`)).text()).toMatch(/7(199|200|201) s behind the database's/);
      await waitForSomeRounds();
      await clock.set('+0');
      await Promise.all([api.waitForReadiness('ready'), worker.waitForReadiness('ready')]);
    });
    await resendWaiting(load.shop);
    await expectNothingLostOrDoubled(load);
    await cluster.waitUntilHealthy();
    expectNeverRestarted();
  });

  (disks ? describe : describe.skip)('whose nodes have disks of their own', () => {
    it('the disk of the primary is full: staff switch over, and the node recovers when its disk has room', async () => {
      await cluster.waitUntilHealthy();
      const fullNode = await cluster.primary();
      const load = await underLoad('disk of the primary full', async () => {
        await fullNode.fillDisk();
        await api.waitForReadiness('unready');
        await cluster.switchOver();
      });
      await expectNothingLostOrDoubled(load);
      await fullNode.freeDiskSpace();
      await cluster.waitUntilHealthy(fullNode);
      expect((await cluster.primary()).name).not.toBe(fullNode.name);
      expectNeverRestarted();
    });
  });

  it('a switchover during a migration: the migration leaves nothing behind and can run again', async () => {
    const migrate = () => migrateDatabase(cluster.ownerUrl, [...MIGRATIONS, MakesATableSlowly1819999999999], { appRole: APP_ROLE });
    const createdTables = () => world.sql('SELECT FROM pg_tables WHERE tablename = $1', ['made_slowly']);
    await cluster.waitUntilHealthy();
    MakesATableSlowly1819999999999.seconds = 900; // longer than the test needs until the switchover
    const outcome = migrate().then(
      () => 'done',
      () => 'failed',
    );
    await until(
      () => world.sql("SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'"),
      ({ length }) => length > 0,
    );
    const load = await underLoad('switchover during a migration', () => cluster.switchOver());
    expect(await outcome).toBe('failed');
    await cluster.waitUntilHealthy();
    expect(await createdTables()).toEqual([]);
    MakesATableSlowly1819999999999.seconds = 0;
    expect(await migrate()).toEqual(['MakesATableSlowly1819999999999']);
    expect(await createdTables()).toHaveLength(1);
    await expectNothingLostOrDoubled(load);
    expectNeverRestarted();
  });
});

class MakesATableSlowly1819999999999 {
  static seconds = 0;
  readonly name = 'MakesATableSlowly1819999999999';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE made_slowly ()');
    await runner.query(`SELECT pg_sleep(${MakesATableSlowly1819999999999.seconds})`);
  }

  async down(): Promise<void> {}
}
