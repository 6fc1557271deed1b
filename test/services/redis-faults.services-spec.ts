import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Load } from '../faults/support/load.js';
import { startWorld, type World } from '../support/world.js';
import { TRUST_LOCAL_PROXY, type BusyShop, busyShop } from './busy-shop.js';
import type { RedisProcess } from './redis-process.js';
import { type RedisSetup, startSingleRedis } from './redis-setups.js';

/** How long Redis is unavailable while there is load. */
const OUTAGE_MS = Number(process.env['TEST_REDIS_ABSENCE_SECONDS'] ?? 60) * 1000;
const PAYMENTS = 12;
const CALLERS = 4;
/** How long the gateway waits for a response of Redis, see `src/runtime/queue/redis-client.ts`. */
const REDIS_TIMEOUT_MS = 15_000;

jest.setTimeout(OUTAGE_MS + 600_000);

let setup: RedisSetup;
let redis: RedisProcess;
let world: World | undefined;
let consoleErrors: jest.SpiedFunction<typeof console.error>;
beforeAll(() => void (consoleErrors = jest.spyOn(console, 'error')));
afterAll(() => expect(consoleErrors.mock.calls).toEqual([])); // also no errors of clients that outlive their gateway
beforeEach(async () => {
  setup = await startSingleRedis();
  redis = setup.servers[0] as RedisProcess;
});
afterEach(async () => {
  await world?.stop();
  world = undefined;
  await setup.stop();
});

const jobsInRedis = async (): Promise<unknown[]> => (await redis.sendCommand('KEYS', '*:webhooks:*')) as unknown[];

/**
 * Sends requests without a pause, and makes payments, whose steps wake the queue. All requests must get a response while Redis is
 * unavailable, and sooner than the gateway's time limit for Redis.
 */
async function workDuringOutage({ shop, payFor }: BusyShop): Promise<void> {
  let slowest = 0;
  const load = new Load(CALLERS, async (number) => {
    const startedAt = performance.now();
    const response = await (number % 2 === 0 ? shop.get('/transactions') : shop.create({ amount: 5 }));
    slowest = Math.max(slowest, performance.now() - startedAt);
    return response;
  });
  const slowestPayment = await payFor(OUTAGE_MS);
  await load.end();
  expect([load.failures, Object.keys(load.statuses)]).toEqual([[], ['200']]);
  expect(slowest).toBeLessThan(REDIS_TIMEOUT_MS);
  expect(slowestPayment).toBeLessThan(REDIS_TIMEOUT_MS);
}

describe('Redis that is flushed again and again', () => {
  it('loses no notification while payments are made', async () => {
    world = await startWorld({ ROLE: 'all', ...setup.settings, ...TRUST_LOCAL_PROXY });
    const busy = await busyShop(world);
    await busy.pay(2);
    expect((await jobsInRedis()).length).toBeGreaterThan(0);
    let paying = true;
    const flushing = (async () => {
      while (paying) {
        await redis.sendCommand('FLUSHALL');
        await pause(100);
      }
    })();
    await busy.pay(PAYMENTS).finally(() => (paying = false));
    await flushing;
    await busy.waitForNotifications();
  });
});

describe('while Redis is unavailable,', () => {
  it.each([
    ['killed, then started empty', () => redis.kill(), () => redis.startAgain()],
    ['hanging with open connections', () => Promise.resolve(redis.freeze()), () => Promise.resolve(redis.thaw())],
  ])('payments and deliveries go on (%s)', async (_how, takeDown, bringBack) => {
    world = await startWorld({ ROLE: 'all', ...setup.settings, ...TRUST_LOCAL_PROXY });
    const busy = await busyShop(world);
    await busy.pay(2);
    await busy.waitForNotifications();
    await takeDown();
    await workDuringOutage(busy);
    await busy.waitForNotifications(); // deliveries do not wait for Redis
    await bringBack();
    await busy.pay(2);
    await busy.waitForNotifications();
  });

  it('the gateway starts and delivers', async () => {
    await redis.kill();
    world = await startWorld({ ROLE: 'all', ...setup.settings, ...TRUST_LOCAL_PROXY });
    const busy = await busyShop(world);
    await busy.pay(2);
    await busy.waitForNotifications();
    await redis.startAgain();
    await busy.pay(2);
    await busy.waitForNotifications();
  });

  it.each([
    ['killed', () => redis.kill()],
    ['hanging', () => Promise.resolve(redis.freeze())],
  ])('the gateway stops with a delivery under way (%s)', async (_how, takeDown) => {
    const stopping = await startWorld({ ROLE: 'all', ...setup.settings, ...TRUST_LOCAL_PROXY });
    const busy = await busyShop(stopping);
    await busy.pay(1);
    busy.shop.receiver.setResponses({ status: 200, body: 'OK', hold: true });
    await busy.pay(2);
    await takeDown();
    await busy.pay(2);
    busy.shop.receiver.releaseAll();
    busy.shop.receiver.setResponses({ status: 200, body: 'OK' });
    await stopping.stop();
  });
});

describe('while Redis is full,', () => {
  it('payments and deliveries go on', async () => {
    world = await startWorld({ ROLE: 'all', ...setup.settings, ...TRUST_LOCAL_PROXY });
    const busy = await busyShop(world);
    await busy.pay(2);
    await busy.waitForNotifications();
    await redis.sendCommand('CONFIG', 'SET', 'maxmemory', '1mb');
    await expect(redis.sendCommand('SET', 'one', 'more')).rejects.toThrow(/^OOM/);
    await busy.pay(PAYMENTS);
    await busy.waitForNotifications();
    await redis.sendCommand('CONFIG', 'SET', 'maxmemory', '0');
    await busy.pay(2);
    await busy.waitForNotifications();
  });
});

describe('a Redis that evicts keys', () => {
  it.each(['allkeys-lru', 'volatile-ttl'])('stops the start of the gateway with an explanation: %s', async (policy) => {
    await redis.sendCommand('CONFIG', 'SET', 'maxmemory-policy', policy);
    await expect(startWorld({ ROLE: 'all', ...setup.settings, ...TRUST_LOCAL_PROXY })).rejects.toThrow(
      `maxmemory-policy ${policy}. It must be noeviction`,
    );
  });
});
