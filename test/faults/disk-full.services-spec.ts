import { chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { DATABASE } from '../../src/runtime/database/embedded/roles.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { callsOf, expectClearResponses, keyOf } from './support/expect-clear-responses.js';
import { expectConsistent } from './support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from './support/fault-world.js';
import type { GatewayProcess } from './support/gateway-process.js';
import { Load } from './support/load.js';
import { waitUntilNotified, expireLeases, makePayment } from './support/payments.js';
import { type RestartablePostgres, startRestartablePostgres } from './support/restartable-postgres.js';
import { SmallDisk } from './support/small-disk.js';

jest.setTimeout(300_000);

const withSmallDisk = SmallDisk.isPermitted() ? describe : describe.skip;

let postgres: RestartablePostgres;
let world: FaultWorld | undefined;
let gateway: GatewayProcess;
let shop: Shop;
let disk: SmallDisk | undefined;
let load: Load | undefined;
afterEach(async () => {
  await disk?.freeSpace();
  await load?.end();
  await world?.stop();
  world = disk = load = undefined;
});

async function startGateway(): Promise<void> {
  world = await startFaultWorld({ ...postgres, drop });
  gateway = await world.gateway('all');
  shop = await world.shop(gateway);
}

const postgresLog = (): Promise<string> => readFile(join(dirname(postgres.data), 'postgres.log'), 'utf8');

/** Removes the server and its small disk. The server is stopped first, because a disk in use cannot be unmounted. */
async function drop(): Promise<void> {
  if (await postgres.isRunning()) await postgres.stop('fast');
  disk?.unmount();
  await postgres.drop();
}

/** Checks that each request with a key can be repeated and has one effect, and that payments send their notifications as usual. */
async function expectRecovered(faultWorld: FaultWorld, load: Load, ids: string[]): Promise<void> {
  await load.waitForResponses(50, 200);
  await load.end();
  await expectClearResponses(faultWorld, gateway, load);
  await faultWorld.sql(`UPDATE idempotency_key SET claimed_at = claimed_at - interval '2 minutes' WHERE status IS NULL`);
  for (const key of load.recordedResponses.map((_, index) => keyOf(index + 1)).filter((key) => key !== undefined)) {
    const response = await shop.post('/transactions', { amount: 5, control: key }, { headers: { 'Idempotency-Key': key } });
    expect(response.status).toBe(200);
    await expect(faultWorld.sql('SELECT id FROM direct_billing_transaction WHERE control = $1', [key])).resolves.toHaveLength(1);
  }
  await expireLeases(faultWorld);
  await waitUntilNotified(faultWorld, shop, [...ids, await makePayment(gateway, shop)]);
  await expectConsistent(faultWorld);
  expect(gateway.running).toBe(true);
}

withSmallDisk('the disk of the tables is full', () => {
  it('the gateway responds 503 to writes, leaves nothing half-done, and recovers when there is room', async () => {
    postgres = await startRestartablePostgres();
    disk = await moveTablesToSmallDisk(postgres);
    await startGateway();
    const ids = [await makePayment(gateway, shop)];
    load = new Load(8, callsOf(shop));
    await load.waitForResponses(50, 200);
    await disk.fill();
    await gateway.waitForReadiness('unready');
    await load.waitForResponses(50, 503);
    expect(await postgresLog()).toMatch(/ERROR: +could not extend file .*: No space left on device/);
    await expectConsistent(world as FaultWorld);
    await disk.freeSpace();
    await gateway.waitForReadiness('ready');
    await expectRecovered(world as FaultWorld, load, ids);
  });
});

withSmallDisk('the disk of the write-ahead log is full', () => {
  it('PostgreSQL stops, and the gateway responds 503, leaves nothing half-done, and recovers when PostgreSQL is started with room', async () => {
    postgres = await startRestartablePostgres({ min_wal_size: '32MB', max_wal_size: '32MB', wal_recycle: 'off' });
    disk = await moveLogToSmallDisk(postgres);
    await startGateway();
    const ids = [await makePayment(gateway, shop)];
    load = new Load(8, callsOf(shop));
    await load.waitForResponses(50, 200);
    await until(
      async () => {
        await disk?.fill(); // PostgreSQL restarts itself, and sometimes finds old log files to remove.
        await world?.sql('SELECT pg_switch_wal()').catch(() => undefined); // Starts the next file of the log, for which there is no room.
        return postgres.isRunning();
      },
      (running) => !running,
    );
    expect(await postgresLog()).toMatch(/PANIC: .*: No space left on device/);
    await load.waitForResponses(20, 503);
    await until(
      () => gateway.isReady(),
      (ready) => !ready,
    );
    await disk.freeSpace();
    await postgres.startAgain(); // As staff or a service manager do.
    await expectRecovered(world as FaultWorld, load, ids);
  });
});

/** Moves only the gateway's database to a small disk. The server's own tables and its log keep enough room. */
async function moveTablesToSmallDisk({ data, serverUrl }: RestartablePostgres): Promise<SmallDisk> {
  const folder = await mkdtemp(join(dirname(data), 'tables-'));
  const { uid, gid } = await stat(data);
  await chown(folder, uid, gid);
  const smallDisk = await SmallDisk.mountOn(folder, 64);
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE TABLESPACE small LOCATION ${client.escapeLiteral(folder)}`);
  await client.query(`ALTER DATABASE ${client.escapeIdentifier(DATABASE)} SET TABLESPACE small`);
  await client.end();
  return smallDisk;
}

async function moveLogToSmallDisk({ data, stop, startAgain }: RestartablePostgres): Promise<SmallDisk> {
  await stop('fast');
  const [log, oldLog] = [join(data, 'pg_wal'), join(data, 'pg_wal_before')];
  await rename(log, oldLog);
  await mkdir(log);
  const { uid, gid } = await stat(data);
  await chown(log, uid, gid);
  const smallDisk = await SmallDisk.mountOn(log, 96);
  await cp(oldLog, log, { recursive: true, preserveTimestamps: true });
  for (const name of await readdir(log, { recursive: true })) await chown(join(log, name), uid, gid);
  await rm(oldLog, { recursive: true });
  await startAgain();
  return smallDisk;
}
