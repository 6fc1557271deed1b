import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { APP_ROLE, DATABASE, ensureRolesAndDatabase, OWNER_ROLE } from '../../src/runtime/database/embedded/roles.js';
import { MIGRATIONS } from '../../src/migrations.js';
import { migrateDatabase } from '../../src/runtime/database/schema/migrate.js';
import { DebianPostgres } from '../deploy/support/debian-postgres.js';
import { expectConsistent } from '../faults/support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { freePort } from '../support/free-port.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { StreamingReplica } from './streaming-replica.js';

const PASSWORDS = { owner: 'of-the-owner', app: 'of-the-application' };

let postgres: DebianPostgres;
let replica: StreamingReplica;
let world: FaultWorld;
let writingApi: GatewayProcess;
let readingApi: GatewayProcess;
let metricsPort: number;
let shop: Shop;

beforeAll(async () => {
  postgres = await DebianPostgres.start();
  await postgres.startServer();
  await ensureRolesAndDatabase(postgres.superuserUrl('postgres'), PASSWORDS);
  await migrateDatabase(postgres.url(OWNER_ROLE, PASSWORDS.owner, DATABASE), MIGRATIONS, { appRole: APP_ROLE });
  replica = await StreamingReplica.createFrom(postgres);
  const appUrl = postgres.url(APP_ROLE, PASSWORDS.app, DATABASE);
  world = await startFaultWorld({
    appUrl,
    superuserUrl: postgres.superuserUrl(DATABASE),
    drop: async () => {
      await replica.stop().catch(() => undefined);
      await postgres.remove();
    },
  });
  writingApi = await world.gateway('api');
  metricsPort = await freePort();
  const settings = { DATABASE_REPLICA_URL: replica.urlOnReplica(appUrl), METRICS_PORT: String(metricsPort) };
  readingApi = await world.gateway('api', settings);
  shop = await world.shop(writingApi);
});
afterAll(() => world?.stop());

/**
 * The label `outcome` of the metric of list reads.
 * * `replica`: the list was read from the replica.
 * * `behind`: it was read from the primary, because the replica had not caught up.
 * * `away`: it was read from the primary, because the replica could not be read.
 */
type Source = 'replica' | 'behind' | 'away';

/** @returns how many reads of lists the reading api has counted with this outcome. */
async function readFrom(source: Source): Promise<number> {
  const metricsText = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(new RegExp(`^gateway_replica_reads_total\\{outcome="${source}"\\} (\\d+)$`, 'm').exec(metricsText)?.[1]);
}

/** @returns the total and the newest transaction, as the reading api lists them. */
async function readList(): Promise<{ total: number; newest: string }> {
  const { status, body } = await readingApi.http.get(`/directbilling/${shop.serviceId}/transactions`, { token: shop.token });
  expect(status).toBe(200);
  return { total: body.pagination.total, newest: body.data[0]?.id };
}

/** One api creates a transaction, and the other one lists it immediately. */
async function expectNewTransactionListed(): Promise<void> {
  const { total } = await readList();
  const created = await shop.create();
  expect(created.status).toBe(200);
  expect(await readList()).toEqual({ total: total + 1, newest: created.body.data.transactionId });
}

/** Reads lists until one has this outcome. After a failure the gateway does not try the replica for a while. */
async function waitUntilReadFrom(source: Source): Promise<void> {
  const before = await readFrom(source);
  await until(
    async () => {
      await readList();
      return readFrom(source);
    },
    (reads) => reads > before,
  );
}

describe('lists with a streaming replica', () => {
  it('are read from the replica, and contain what another process has just written', async () => {
    await waitUntilReadFrom('replica');
    const before = await readFrom('replica');
    for (let count = 0; count < 25; count += 1) await expectNewTransactionListed();
    expect(await readFrom('replica')).toBeGreaterThan(before);
  });

  it('are read from the primary while the replica does not replay changes, and from the replica afterwards', async () => {
    await waitUntilReadFrom('replica');
    await replica.sql('SELECT pg_wal_replay_pause()');
    await until(
      () => replica.sql<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state'),
      ([row]) => row?.state === 'paused',
    );
    const before = await readFrom('behind');
    for (let count = 0; count < 5; count += 1) await expectNewTransactionListed();
    expect(await readFrom('behind')).toBeGreaterThan(before);
    await replica.sql('SELECT pg_wal_replay_resume()');
    await waitUntilReadFrom('replica');
    await expectNewTransactionListed();
  });

  it('are read from the primary while the replica is stopped, and from the replica afterwards', async () => {
    await waitUntilReadFrom('replica');
    await replica.stop();
    const before = await readFrom('away');
    for (let count = 0; count < 5; count += 1) await expectNewTransactionListed();
    expect(await readFrom('away')).toBeGreaterThan(before);
    await replica.start();
    await waitUntilReadFrom('replica');
    await expectNewTransactionListed();
  });

  it('are rejected for an unknown filter, which does not count as a failure of the replica', async () => {
    await waitUntilReadFrom('replica');
    const before = await readFrom('away');
    const path = `/directbilling/${shop.serviceId}/transactions?filter[nothing]=1`;
    expect((await readingApi.http.get(path, { token: shop.token })).status).toBe(422);
    expect(await readFrom('away')).toBe(before);
  });

  it('are not read from the replica once it is a primary itself', async () => {
    await waitUntilReadFrom('replica');
    await replica.sql('SELECT pg_promote()');
    const before = await readFrom('replica');
    for (let count = 0; count < 5; count += 1) await expectNewTransactionListed();
    await waitUntilReadFrom('behind');
    expect(await readFrom('replica')).toBe(before);
    await expectConsistent(world);
  });
});
