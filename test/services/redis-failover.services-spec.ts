import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { startWorld, type World } from '../support/world.js';
import { until } from '../support/until.js';
import { TRUST_LOCAL_PROXY, busyShop } from './busy-shop.js';
import type { RedisProcess } from './redis-process.js';
import { type RedisSetup, startClusterRedis, startSentinelRedis } from './redis-setups.js';

const PAYMENTS = 8;
const PAY_EVERY_MS = 4_000;

jest.setTimeout(900_000); // several waits are long

let setup: RedisSetup | undefined;
let world: World | undefined;
afterEach(async () => {
  await world?.stop();
  await setup?.stop();
  world = setup = undefined;
});

const queueKeys = async (server: RedisProcess): Promise<number> => ((await server.sendCommand('KEYS', '*:webhooks:*')) as unknown[]).length;

/** Makes payments while `disturb` runs, and two more afterwards. */
async function payThrough(busy: Awaited<ReturnType<typeof busyShop>>, disturb: () => Promise<void>): Promise<void> {
  let isOver = false;
  const disturbing = disturb().finally(() => (isOver = true));
  await busy.pay(PAYMENTS);
  while (!isOver) await Promise.all([busy.pay(1), pause(PAY_EVERY_MS)]);
  await disturbing;
  await busy.pay(2);
  await busy.waitForNotifications();
}

describe('the master that sentinels watch', () => {
  it.each([
    ['dies', (master: RedisProcess) => master.kill()],
    ['hangs with its connections open', (master: RedisProcess) => Promise.resolve(master.freeze())],
  ])('%s during deliveries: the replica takes over the queue, and no notification is lost', async (_how, breakMaster) => {
    setup = await startSentinelRedis();
    const [master, replica] = setup.servers as [RedisProcess, RedisProcess];
    world = await startWorld({ ROLE: 'all', ...setup.settings, ...TRUST_LOCAL_PROXY });
    const busy = await busyShop(world);
    await busy.pay(2);
    await payThrough(busy, async () => {
      await breakMaster(master);
      await until(
        () => replica.sendCommand('INFO', 'replication').then(String, () => ''), // a replica that becomes the master ends its connections first
        (info) => info.includes('role:master'),
      );
      // The replica has a copy of the queue. New keys after a flush show that the gateway uses the replica.
      await replica.sendCommand('FLUSHALL');
      await until(
        () => queueKeys(replica),
        (keys) => keys > 0,
      );
    });
  });

  it('evicts keys: the gateway does not start', async () => {
    setup = await startSentinelRedis();
    await setup.servers[0]?.sendCommand('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    await expect(startWorld({ ...setup.settings, ROLE: 'all' })).rejects.toThrow('maxmemory-policy allkeys-lru. It must be noeviction');
  });
});

describe('a node of the cluster', () => {
  it('is killed with the queue and starts again empty: payments go on, and deliveries resume', async () => {
    setup = await startClusterRedis();
    const { servers } = setup;
    world = await startWorld({ ROLE: 'all', ...setup.settings, ...TRUST_LOCAL_PROXY });
    const busy = await busyShop(world);
    await busy.pay(2);
    const keys = await Promise.all(servers.map(queueKeys));
    expect(keys.filter((count) => count > 0)).toHaveLength(1); // the prefix keeps the queue in one slot
    const owner = servers[keys.findIndex((count) => count > 0)] as RedisProcess;
    await payThrough(busy, async () => {
      await owner.kill();
      const others = servers.filter((server) => server !== owner);
      await until(
        async () => String(await others[0]?.sendCommand('CLUSTER', 'INFO')),
        (info) => info.includes('cluster_state:fail'),
      );
      await owner.startAgain();
    });
    await expect(queueKeys(owner)).resolves.toBeGreaterThan(0);
  });

  it('evicts keys: the gateway does not start', async () => {
    setup = await startClusterRedis();
    await setup.servers[2]?.sendCommand('CONFIG', 'SET', 'maxmemory-policy', 'volatile-lru');
    await expect(startWorld({ ...setup.settings, ROLE: 'all' })).rejects.toThrow('maxmemory-policy volatile-lru. It must be noeviction');
  });

  it('starts after the gateway, as all other nodes do: then all notifications are delivered', async () => {
    setup = await startClusterRedis();
    await Promise.all(setup.servers.map((server) => server.kill()));
    world = await startWorld({ ...setup.settings, ROLE: 'all' });
    const busy = await busyShop(world);
    await busy.pay(2);
    await Promise.all(setup.servers.map((server) => server.startAgain()));
    await busy.waitForNotifications();
  });
});
