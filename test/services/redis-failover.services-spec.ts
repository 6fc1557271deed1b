import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { startWorld, type World } from '../support/world.js';
import { until } from '../support/until.js';
import { BEHIND_A_PROXY, busyShop } from './busy-shop.js';
import type { RedisProcess } from './redis-process.js';
import { type RedisSetup, startClusterRedis, startSentinelRedis } from './redis-setups.js';

const PAYMENTS = 8;
const PAY_EVERY_MS = 4_000;

jest.setTimeout(900_000); // for several waits

let setup: RedisSetup | undefined;
let world: World | undefined;
afterEach(async () => {
  await world?.stop();
  await setup?.stop();
  world = setup = undefined;
});

const queueKeys = async (server: RedisProcess): Promise<number> => ((await server.ask('KEYS', '*:webhooks:*')) as unknown[]).length;

/** Pays while something happens to Redis, until it is over, and once more afterwards. */
async function payThrough(busy: Awaited<ReturnType<typeof busyShop>>, disturb: () => Promise<void>): Promise<void> {
  let over = false;
  const disturbing = disturb().finally(() => (over = true));
  await busy.pay(PAYMENTS);
  while (!over) await Promise.all([busy.pay(1), pause(PAY_EVERY_MS)]);
  await disturbing;
  await busy.pay(2);
  await busy.allNotified();
}

describe('the master that sentinels watch', () => {
  it.each([
    ['dies', (master: RedisProcess) => master.kill()],
    ['hangs with its connections open', (master: RedisProcess) => Promise.resolve(master.freeze())],
  ])('%s while deliveries run: the queue goes on with the replica, nothing is lost', async (_how, away) => {
    setup = await startSentinelRedis();
    const [master, replica] = setup.servers as [RedisProcess, RedisProcess];
    world = await startWorld({ ROLE: 'all', ...setup.settings, ...BEHIND_A_PROXY });
    const busy = await busyShop(world);
    await busy.pay(2);
    await payThrough(busy, async () => {
      await away(master);
      await until(
        () => replica.ask('INFO', 'replication').then(String, () => ''), // a replica that becomes the master ends its connections first
        (info) => info.includes('role:master'),
      );
      // The replica has the queue from its master; that it is used shows when it is empty.
      await replica.ask('FLUSHALL');
      await until(
        () => queueKeys(replica),
        (keys) => keys > 0,
      );
    });
  });

  it('evicts keys: the gateway does not start', async () => {
    setup = await startSentinelRedis();
    await setup.servers[0]?.ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    await expect(startWorld({ ...setup.settings, ROLE: 'all' })).rejects.toThrow('maxmemory-policy allkeys-lru; it must be noeviction');
  });
});

describe('a node of the cluster', () => {
  it('dies with the queue, and comes again empty: payments go on, and deliveries resume by themselves', async () => {
    setup = await startClusterRedis();
    const { servers } = setup;
    world = await startWorld({ ROLE: 'all', ...setup.settings, ...BEHIND_A_PROXY });
    const busy = await busyShop(world);
    await busy.pay(2);
    const keys = await Promise.all(servers.map(queueKeys));
    expect(keys.filter((count) => count > 0)).toHaveLength(1); // the prefix keeps the queue in one slot
    const owner = servers[keys.findIndex((count) => count > 0)] as RedisProcess;
    await payThrough(busy, async () => {
      await owner.kill();
      const others = servers.filter((server) => server !== owner);
      await until(
        async () => String(await others[0]?.ask('CLUSTER', 'INFO')),
        (info) => info.includes('cluster_state:fail'),
      );
      await owner.startAgain();
    });
    await expect(queueKeys(owner)).resolves.toBeGreaterThan(0);
  });

  it('evicts keys: the gateway does not start', async () => {
    setup = await startClusterRedis();
    await setup.servers[2]?.ask('CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru');
    await expect(startWorld({ ...setup.settings, ROLE: 'all' })).rejects.toThrow('maxmemory-policy volatile-lru; it must be noeviction');
  });

  it('cannot be reached when the gateway starts, as none can: it starts, and delivers when they come', async () => {
    setup = await startClusterRedis();
    await Promise.all(setup.servers.map((server) => server.kill()));
    world = await startWorld({ ...setup.settings, ROLE: 'all' });
    const busy = await busyShop(world);
    await busy.pay(2);
    await Promise.all(setup.servers.map((server) => server.startAgain()));
    await busy.allNotified();
  });
});
