import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Load } from '../faults/support/load.js';
import { startWorld, type World } from '../support/world.js';
import { BEHIND_A_PROXY, type BusyShop, busyShop } from './busy-shop.js';
import type { RedisProcess } from './redis-process.js';
import { type RedisSetup, startSingleRedis } from './redis-setups.js';

/** How long Redis stays away, under load. */
const ABSENCE_MS = Number(process.env['TEST_REDIS_ABSENCE_SECONDS'] ?? 60) * 1000;
const PAYMENTS = 12;
const CALLERS = 4;
/** So long the gateway waits for an answer of Redis; `src/runtime/queue/redis-client.ts`. */
const SILENCE_MS = 15_000;

jest.setTimeout(ABSENCE_MS + 600_000);

let setup: RedisSetup;
let redis: RedisProcess;
let world: World | undefined;
let complaints: jest.SpiedFunction<typeof console.error>;
beforeAll(() => void (complaints = jest.spyOn(console, 'error')));
afterAll(() => expect(complaints.mock.calls).toEqual([])); // also of clients that have outlived their gateway
beforeEach(async () => {
  setup = await startSingleRedis();
  redis = setup.servers[0] as RedisProcess;
});
afterEach(async () => {
  await world?.stop();
  world = undefined;
  await setup.stop();
});

const jobsInRedis = async (): Promise<unknown[]> => (await redis.ask('KEYS', '*:webhooks:*')) as unknown[];

/**
 * Calls without a pause, and payments, whose steps wake the queue: the payer's code, the operator's report. All of them are answered
 * before Redis is back, and none after the gateway has given up waiting for it.
 */
async function workDuringAbsence({ shop, payFor }: BusyShop): Promise<void> {
  let slowest = 0;
  const load = new Load(CALLERS, async (number) => {
    const begun = performance.now();
    const answer = await (number % 2 === 0 ? shop.get('/transactions') : shop.create({ amount: 5 }));
    slowest = Math.max(slowest, performance.now() - begun);
    return answer;
  });
  const slowestPayment = await payFor(ABSENCE_MS);
  await load.end();
  expect([load.failures, Object.keys(load.statuses)]).toEqual([[], ['200']]);
  expect(slowest).toBeLessThan(SILENCE_MS);
  expect(slowestPayment).toBeLessThan(SILENCE_MS);
}

describe('Redis loses everything', () => {
  it('FLUSHALL, again and again, while payments are made: nothing is lost', async () => {
    world = await startWorld({ ROLE: 'all', ...setup.settings, ...BEHIND_A_PROXY });
    const busy = await busyShop(world);
    await busy.pay(2);
    expect((await jobsInRedis()).length).toBeGreaterThan(0);
    let paying = true;
    const flushing = (async () => {
      while (paying) {
        await redis.ask('FLUSHALL');
        await pause(100);
      }
    })();
    await busy.pay(PAYMENTS).finally(() => (paying = false));
    await flushing;
    await busy.allNotified();
  });
});

describe('Redis is away', () => {
  it.each([
    ['killed, and started again empty', () => redis.kill(), () => redis.startAgain()],
    ['hanging with its connections open', () => Promise.resolve(redis.freeze()), () => Promise.resolve(redis.thaw())],
  ])('%s: payments go on, and so do deliveries', async (_how, away, back) => {
    world = await startWorld({ ROLE: 'all', ...setup.settings, ...BEHIND_A_PROXY });
    const busy = await busyShop(world);
    await busy.pay(2);
    await busy.allNotified();
    await away();
    await workDuringAbsence(busy);
    await busy.allNotified(); // no call waits for Redis
    await back();
    await busy.pay(2);
    await busy.allNotified();
  });

  it('when the gateway starts: it starts, and delivers', async () => {
    await redis.kill();
    world = await startWorld({ ROLE: 'all', ...setup.settings, ...BEHIND_A_PROXY });
    const busy = await busyShop(world);
    await busy.pay(2);
    await busy.allNotified();
    await redis.startAgain();
    await busy.pay(2);
    await busy.allNotified();
  });

  it.each([
    ['killed', () => redis.kill()],
    ['hanging', () => Promise.resolve(redis.freeze())],
  ])('%s when the gateway stops: it stops, with a delivery under way', async (_how, away) => {
    const stopping = await startWorld({ ROLE: 'all', ...setup.settings, ...BEHIND_A_PROXY });
    const busy = await busyShop(stopping);
    await busy.pay(1);
    busy.shop.receiver.answer({ status: 200, body: 'OK', hold: true });
    await busy.pay(2);
    await away();
    await busy.pay(2);
    busy.shop.receiver.releaseAll();
    busy.shop.receiver.answer({ status: 200, body: 'OK' });
    await stopping.stop();
  });
});

describe('Redis is full', () => {
  it('and takes no wake-ups: payments go on, and so do deliveries', async () => {
    world = await startWorld({ ROLE: 'all', ...setup.settings, ...BEHIND_A_PROXY });
    const busy = await busyShop(world);
    await busy.pay(2);
    await busy.allNotified();
    await redis.ask('CONFIG', 'SET', 'maxmemory', '1mb');
    await expect(redis.ask('SET', 'one', 'more')).rejects.toThrow(/^OOM/);
    await busy.pay(PAYMENTS);
    await busy.allNotified();
    await redis.ask('CONFIG', 'SET', 'maxmemory', '0');
    await busy.pay(2);
    await busy.allNotified();
  });
});

describe('a Redis that evicts keys', () => {
  it.each(['allkeys-lru', 'volatile-ttl'])('with %s the gateway does not start, and says why', async (policy) => {
    await redis.ask('CONFIG', 'SET', 'maxmemory-policy', policy);
    await expect(startWorld({ ROLE: 'all', ...setup.settings, ...BEHIND_A_PROXY })).rejects.toThrow(
      `maxmemory-policy ${policy}; it must be noeviction`,
    );
  });
});
