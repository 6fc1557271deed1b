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
let writing: GatewayProcess;
let reading: GatewayProcess;
let metricsPort: number;
let shop: Shop;

beforeAll(async () => {
  postgres = await DebianPostgres.start();
  await postgres.startServer();
  await ensureRolesAndDatabase(postgres.superuserUrl('postgres'), PASSWORDS);
  await migrateDatabase(postgres.url(OWNER_ROLE, PASSWORDS.owner, DATABASE), MIGRATIONS, { appRole: APP_ROLE });
  replica = await StreamingReplica.of(postgres);
  const appUrl = postgres.url(APP_ROLE, PASSWORDS.app, DATABASE);
  world = await startFaultWorld({
    appUrl,
    superuserUrl: postgres.superuserUrl(DATABASE),
    drop: async () => {
      await replica.stop().catch(() => undefined);
      await postgres.remove();
    },
  });
  writing = await world.gateway('api');
  metricsPort = await freePort();
  const settings = { DATABASE_REPLICA_URL: replica.at(appUrl), METRICS_PORT: String(metricsPort) };
  reading = await world.gateway('api', settings);
  shop = await world.shop(writing);
});
afterAll(() => world?.stop());

type Source = 'replica' | 'behind' | 'away';

/** By the reading process's own count. */
async function readFrom(source: Source): Promise<number> {
  const gauges = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(new RegExp(`^gateway_replica_reads_total\\{outcome="${source}"\\} (\\d+)$`, 'm').exec(gauges)?.[1]);
}

/** The newest rows as the other process lists them. */
async function listed(): Promise<{ total: number; newest: string }> {
  const { status, body } = await reading.http.get(`/directbilling/${shop.serviceId}/transactions`, { token: shop.token });
  expect(status).toBe(200);
  return { total: body.pagination.total, newest: body.data[0]?.id };
}

/** One process makes a transaction, and the other one lists it at once. */
async function expectOwnWriteListed(): Promise<void> {
  const { total } = await listed();
  const made = await shop.create();
  expect(made.status).toBe(200);
  expect(await listed()).toEqual({ total: total + 1, newest: made.body.data.transactionId });
}

/** The replica is asked again after a rest. */
async function becomesReadFrom(source: Source): Promise<void> {
  const before = await readFrom(source);
  await until(
    async () => {
      await listed();
      return readFrom(source);
    },
    (reads) => reads > before,
  );
}

describe('lists with a streaming replica', () => {
  it('are read from it, and hold what another process has just written', async () => {
    await becomesReadFrom('replica');
    const before = await readFrom('replica');
    for (let made = 0; made < 25; made += 1) await expectOwnWriteListed();
    expect(await readFrom('replica')).toBeGreaterThan(before);
  });

  it('are read from the primary while it does not repeat what was written, and from it again when it does', async () => {
    await becomesReadFrom('replica');
    await replica.sql('SELECT pg_wal_replay_pause()');
    await until(
      () => replica.sql<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state'),
      ([row]) => row?.state === 'paused',
    );
    const before = await readFrom('behind');
    for (let made = 0; made < 5; made += 1) await expectOwnWriteListed();
    expect(await readFrom('behind')).toBeGreaterThan(before);
    await replica.sql('SELECT pg_wal_replay_resume()');
    await becomesReadFrom('replica');
    await expectOwnWriteListed();
  });

  it('are read from the primary while it is away, and from it again when it is back', async () => {
    await becomesReadFrom('replica');
    await replica.stop();
    const before = await readFrom('away');
    for (let made = 0; made < 5; made += 1) await expectOwnWriteListed();
    expect(await readFrom('away')).toBeGreaterThan(before);
    await replica.start();
    await becomesReadFrom('replica');
    await expectOwnWriteListed();
  });

  it('are refused with what is wrong with the request, which says nothing of the replica', async () => {
    await becomesReadFrom('replica');
    const before = await readFrom('away');
    const path = `/directbilling/${shop.serviceId}/transactions?filter[nothing]=1`;
    expect((await reading.http.get(path, { token: shop.token })).status).toBe(422);
    expect(await readFrom('away')).toBe(before);
  });

  it('are never read from it once it has become a primary itself', async () => {
    await becomesReadFrom('replica');
    await replica.sql('SELECT pg_promote()');
    const before = await readFrom('replica');
    for (let made = 0; made < 5; made += 1) await expectOwnWriteListed();
    await becomesReadFrom('behind');
    expect(await readFrom('replica')).toBe(before);
    await expectConsistent(world);
  });
});
