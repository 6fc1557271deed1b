import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { Client } from 'pg';
import { MIGRATIONS } from '../../src/migrations.js';
import { APP_ROLE } from '../../src/runtime/database/embedded/roles.js';
import { migrateDatabase } from '../../src/runtime/database/schema/migrate.js';
import { VerifyCountersService } from '../../src/platform/listing/verification/verify-counters.service.js';
import { ResendDeliveriesService } from '../../src/platform/webhooks/inspection/resend-deliveries.service.js';
import { VerifyLedgerService } from '../../src/platform/ledger/verify-ledger.service.js';
import { documentedBlocks } from '../deploy/support/documented.js';
import { PgBouncer } from '../deploy/support/pgbouncer.js';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import { SmallDisk } from '../faults/support/small-disk.js';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { allNotified } from '../faults/support/payments.js';
import { freePort } from '../support/free-port.js';
import { PRODUCTION_TIMEOUTS } from '../support/patience.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { BEHIND_A_PROXY } from './busy-shop.js';
import { CarefulShopper } from './cluster/careful-shopper.js';
import type { ClusterNode } from './cluster/cluster-node.js';
import { PatroniCluster } from './cluster/patroni-cluster.js';
import { RedisProcess } from './redis-process.js';

const CALLERS = 6;
/** So many transactions are made before anything happens, and after it. */
const ENOUGH = 60;
const A_FAILOVER_TAKES_AT_MOST_MS = 300_000;

jest.setTimeout(1_800_000); // for several of these waits

const disks = SmallDisk.isPermitted();

let cluster: PatroniCluster;
let redis: RedisProcess;
let pooler: PgBouncer;
let world: FaultWorld;
let api: GatewayProcess;
let worker: GatewayProcess;
const gauges: string[] = [];

beforeAll(async () => {
  cluster = await PatroniCluster.start({ disks });
  redis = await RedisProcess.start(['maxmemory-policy noeviction']);
  pooler = await poolerBefore(cluster);
  world = await startFaultWorld({ appUrl: pooler.url, superuserUrl: cluster.superuserUrl, drop: () => cluster.drop() });
  // The role has production's time-outs, and a pooler lets no process ask for others.
  const settings = { ...PRODUCTION_TIMEOUTS, REDIS_URL: `redis://${redis.address}` };
  const port = await freePort();
  api = await world.gateway('api', {
    ...BEHIND_A_PROXY,
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
  process.stdout.write(`${gauges.join('\n')}\n`);
});

/** PgBouncer before HAProxy, once the gateway's role has what the guide gives it. */
async function poolerBefore({ appUrl, superuserUrl }: PatroniCluster): Promise<PgBouncer> {
  const behind = new URL(appUrl);
  const superuser = new Client({ connectionString: superuserUrl });
  await superuser.connect();
  try {
    for (const statement of documentedBlocks('docs/operations.md', 'Behind a pooler')) await superuser.query(statement);
    const found = await superuser.query<{ secret: string }>('SELECT rolpassword AS secret FROM pg_authid WHERE rolname = $1', [
      behind.username,
    ]);
    return await PgBouncer.start(behind, found.rows[0]?.secret ?? '');
  } finally {
    await superuser.end();
  }
}

/** Payments and notifications while it happens, and until they have gone on for a while. */
async function underLoad(name: string, happens: () => Promise<void>): Promise<{ shop: Shop; shopper: CarefulShopper }> {
  const shop = await world.shop(api);
  const shopper = new CarefulShopper(CALLERS, api, shop, name);
  const more = async (): Promise<void> => {
    const wanted = shopper.made.length + ENOUGH;
    await until(
      () => shopper.made.length,
      (made) => made >= wanted,
      A_FAILOVER_TAKES_AT_MOST_MS,
    );
  };
  try {
    await more();
    const moment = performance.now();
    await happens();
    await more();
    gauges.push(`${name}: ${(shopper.longestSilenceSince(moment) / 1000).toFixed(1)} s without a transaction`);
  } finally {
    await shopper.end();
  }
  return { shop, shopper };
}

async function expectNothingLostOrDoubled({ shop, shopper }: { shop: Shop; shopper: CarefulShopper }): Promise<void> {
  expect(shopper.wrong).toEqual([]);
  expect(shopper.paid.length).toBeGreaterThan(CALLERS);
  const there = await world.sql<{ id: string; control: string }>(
    'SELECT id, control FROM direct_billing_transaction WHERE service_id = $1 ORDER BY control',
    [shop.serviceId],
  );
  const answered = shopper.made.map(({ id, control }) => ({ id, control })).sort((one, other) => (one.control < other.control ? -1 : 1));
  expect(there).toEqual(answered);
  const again = answered.at(-1) ?? { control: '', id: '' };
  expect(await shopper.create(again.control)).toBe(again.id);
  await allNotified(world, shop, shopper.paid);
  await expectEachEventDelivered(shop);
  await expectChargedOnce(shopper.paid);
  await expectConsistent(world);
  await world.beside(async (get) => {
    expect((await get(VerifyLedgerService).run()).firstInconsistentRow).toBeNull();
    expect((await get(VerifyCountersService).run()).wrong).toBe(0);
  });
}

/** Every written notification is delivered. A delivery whose answer was lost is repeated with the same id and the same body. */
async function expectEachEventDelivered({ serviceId, receiver }: Shop): Promise<void> {
  const deliveries = await until(
    () => world.sql<{ status: string }>('SELECT status FROM webhook_delivery WHERE service_id = $1', [serviceId]),
    (rows) => rows.every(({ status }) => status === 'acknowledged'),
  );
  const told = new Map<unknown, string>();
  for (const { headers, body } of receiver.requests) {
    expect(told.get(headers['webhook-id']) ?? body).toBe(body);
    told.set(headers['webhook-id'], body);
  }
  expect(told.size).toBeGreaterThanOrEqual(deliveries.length); // others may have been sent meanwhile
}

/** By the operator's own books. */
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

/** As the runbook says after a wrong clock of the database: what was to be sent by that one, if an attempt was planned by it. */
async function sendWhatWaits({ serviceId }: Shop): Promise<void> {
  const scope = { serviceId, statuses: ['waiting' as const], since: new Date(0) };
  await world.beside(async (get) => {
    const resend = get(ResendDeliveriesService);
    return resend.run(scope, await resend.find(scope), () => undefined);
  });
}

/** As long as several rounds of due work take, by this machine's clock. */
const someRounds = (): Promise<void> => pause(6_000);

function expectNeverRestarted(): void {
  for (const process of [api, worker]) expect(process.running).toBe(true);
}

describe('three nodes of PostgreSQL under Patroni, behind HAProxy and PgBouncer, with payments and notifications', () => {
  it('the machine of the primary is lost: the standby that has every commit takes over', async () => {
    let lost: ClusterNode | undefined;
    const load = await underLoad('primary killed', async () => {
      lost = await cluster.primary();
      await lost.lose();
    });
    await expectNothingLostOrDoubled(load);
    await lost?.start();
    await cluster.isWhole();
    expectNeverRestarted();
  });

  it('an operator switches over', async () => {
    await cluster.isWhole();
    const before = await cluster.primary();
    const load = await underLoad('switchover', () => cluster.switchOver());
    await cluster.isWhole();
    expect((await cluster.primary()).name).not.toBe(before.name);
    await expectNothingLostOrDoubled(load);
    expectNeverRestarted();
  });

  it('the primary is cut off, and comes back believing that it is the primary', async () => {
    const alone = await cluster.primary();
    const load = await underLoad('primary cut off', () => Promise.resolve(alone.cutOff()));
    const meanwhile = new CarefulShopper(CALLERS, api, load.shop, 'while it comes back');
    alone.reconnect();
    try {
      await cluster.isWhole();
    } finally {
      await meanwhile.end();
    }
    load.shopper.made.push(...meanwhile.made);
    load.shopper.paid.push(...meanwhile.paid);
    await expectNothingLostOrDoubled(load);
    expectNeverRestarted();
  });

  it('the synchronous standby is cut off: another one takes its place', async () => {
    const standby = await cluster.synchronousStandby();
    const load = await underLoad('synchronous standby cut off', () => Promise.resolve(standby.cutOff()));
    await expectNothingLostOrDoubled(load);
    standby.reconnect();
    await cluster.isWhole();
    expectNeverRestarted();
  });

  it('the clock of the primary is two hours ahead: the processes say so and expire nothing; they go on when it is right', async () => {
    const { clock } = await cluster.primary();
    const load = await underLoad('clock of the primary wrong', async () => {
      await clock.set('+2h');
      await Promise.all([api.becomes('unready'), worker.becomes('unready')]);
      expect(await (await fetch(`${api.http.baseUrl}/readyz`)).text()).toMatch(/7(199|200|201) s behind the database's/);
      await someRounds();
      await clock.set('+0');
      await Promise.all([api.becomes('ready'), worker.becomes('ready')]);
    });
    await sendWhatWaits(load.shop);
    await expectNothingLostOrDoubled(load);
    await cluster.isWhole();
    expectNeverRestarted();
  });

  (disks ? describe : describe.skip)('with disks of their own', () => {
    it('the disk of the primary is full: an operator switches over, and it comes back when there is room', async () => {
      await cluster.isWhole();
      const cramped = await cluster.primary();
      const load = await underLoad('disk of the primary full', async () => {
        await cramped.fillDisk();
        await api.becomes('unready');
        await cluster.switchOver();
      });
      await expectNothingLostOrDoubled(load);
      await cramped.relieveDisk();
      await cluster.isWhole(cramped);
      expect((await cluster.primary()).name).not.toBe(cramped.name);
      expectNeverRestarted();
    });
  });

  it('a switchover in the midst of a migration: nothing of it is left, and it runs again', async () => {
    const migrate = () => migrateDatabase(cluster.ownerUrl, [...MIGRATIONS, MakesATableSlowly1819999999999], { appRole: APP_ROLE });
    const made = () => world.sql('SELECT FROM pg_tables WHERE tablename = $1', ['made_slowly']);
    await cluster.isWhole();
    MakesATableSlowly1819999999999.seconds = 900; // longer than it takes until it is cut off
    const migrated = migrate().then(
      () => 'done',
      () => 'failed',
    );
    await until(
      () => world.sql("SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'"),
      ({ length }) => length > 0,
    );
    const load = await underLoad('switchover during a migration', () => cluster.switchOver());
    expect(await migrated).toBe('failed');
    await cluster.isWhole();
    expect(await made()).toEqual([]);
    MakesATableSlowly1819999999999.seconds = 0;
    expect(await migrate()).toEqual(['MakesATableSlowly1819999999999']);
    expect(await made()).toHaveLength(1);
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
