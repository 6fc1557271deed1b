import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setDefaultBackendFactory, Worker } from 'bullmq';
import { pino } from 'pino';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { backendOfConnection } from '../../src/runtime/queue/backend-of-connection.js';
import { queueOptions } from '../../src/runtime/queue/queue-options.js';
import { RedisClients } from '../../src/runtime/queue/redis-clients.js';
import { type WakeUpJob, WEBHOOK_QUEUE } from '../../src/platform/webhooks/wake-up/webhook-queue.js';
import { OK } from '../support/receiver.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { expectConsistent } from './support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from './support/fault-world.js';
import type { GatewayProcess } from './support/gateway-process.js';
import { waitUntilNotified, expireLeases, makePayment } from './support/payments.js';

/** PostgreSQL's error when a lock is not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03';

let world: FaultWorld;
let api: GatewayProcess;
let worker: GatewayProcess;
let shop: Shop;
beforeAll(async () => {
  world = await startFaultWorld();
  [api, worker] = await Promise.all([world.gateway('api'), world.gateway('worker')]);
});
afterAll(() => world.stop());
beforeEach(async () => {
  shop = await world.shop(api);
});

const waitForRequests = (count: number): Promise<unknown> =>
  until(
    () => shop.receiver.requests.length,
    (length) => length >= count,
  );
const idsOfRequests = (): unknown[] => shop.receiver.requests.map(({ headers }) => headers['webhook-id']);
const readNotify = async (id: string): Promise<{ is_send: boolean; count: number }> =>
  (await shop.get(`/transactions/${id}`)).body.data.notify;
/** Each attempt is counted once, including an extra one when a response came too late on a busy machine. */
async function expectNotify(id: string, isSent: boolean, atLeast: number): Promise<void> {
  const attempts = shop.receiver.requests.filter(({ body }) => body.includes(id)).length;
  expect(attempts).toBeGreaterThanOrEqual(atLeast);
  await expect(readNotify(id)).resolves.toMatchObject({ is_send: isSent, count: attempts });
}

describe('a worker that is killed with SIGKILL', () => {
  it('before the partner responds leaves the notification to the next worker, which sends it when the lease is over', async () => {
    shop.receiver.setResponses({ ...OK, hold: true }, OK);
    const id = await makePayment(api, shop);
    await waitForRequests(1);
    await worker.kill();
    await expectNotify(id, false, 1);
    await worker.startAgain();
    await waitUntilNotified(world, shop, [id]);
    const [first, second, ...others] = idsOfRequests();
    expect(second).toBe(first);
    expect(others.at(-1)).not.toBe(first);
    expect(shop.receiver.requests[1]?.body).toBe(shop.receiver.requests[0]?.body);
    await expectNotify(id, true, 3);
    await expectConsistent(world);
  });

  it('after the partner acknowledged, but before this was stored, has the notification sent again with the same id', async () => {
    shop.receiver.setResponses({ ...OK, hold: true }, OK);
    const id = await makePayment(api, shop);
    await waitForRequests(1);
    const lock = await world.holdOpen(`SELECT FROM webhook_subject WHERE subject_id = '${id}' FOR UPDATE`);
    const [{ now: releasedAt } = { now: new Date() }] = await world.sql<{ now: Date }>('SELECT now()');
    shop.receiver.releaseAll();
    await until(
      () =>
        world.sql(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%webhook_record(%' AND query_start > $1 AND state = 'idle'`,
          [releasedAt],
        ),
      ({ length }) => length > 0, // The worker has tried to store the acknowledgement, and found the FIFO group locked.
    );
    await worker.kill();
    await lock.end();
    await expireLeases(world);
    await worker.startAgain();
    await waitUntilNotified(world, shop, [id]);
    const [first, second] = idsOfRequests();
    expect(second).toBe(first);
    await expectNotify(id, true, 3);
    await expectConsistent(world);
  });

  it('many times during deliveries loses nothing and keeps the order', async () => {
    const ids: string[] = [];
    for (let round = 1; round <= 2; round += 1) {
      const before = shop.receiver.requests.length;
      shop.receiver.setResponses(OK, { ...OK, hold: true }, OK);
      ids.push(...(await Promise.all([1, 2, 3, 4].map(() => makePayment(api, shop)))));
      await waitForRequests(before + 2);
      await worker.kill();
      await expireLeases(world);
      await worker.startAgain();
    }
    await waitUntilNotified(world, shop, ids);
    await expectConsistent(world);
  });
});

describe('a worker that is killed just after it took a wake-up from the queue', () => {
  it('does not leave its endpoint waiting: the sweeper wakes it up', async () => {
    await worker.kill();
    const id = await makePayment(api, shop);
    const clients = new RedisClients(pino({ level: 'silent' }));
    const queue = queueOptions(readEnvironment(world.settings), world.settings['DATABASE_URL'] ?? '', 'consumer', clients);
    setDefaultBackendFactory(backendOfConnection);
    const anHour = 3_600_000; // So the queue does not give the killed worker's wake-up to another worker during the test.
    const killedWorker = new Worker<WakeUpJob>(WEBHOOK_QUEUE, null, { ...queue, autorun: false, lockDuration: anHour });
    await until(
      () => world.sql('SELECT FROM webhook_delivery WHERE subject_id = $1', [id]),
      ({ length }) => length === 2,
    );
    const wokenServices = new Set<string>();
    await until(
      async () => {
        const job = await killedWorker.getNextJob('dead', { block: false });
        for (const serviceId of job?.data.serviceIds ?? []) wokenServices.add(serviceId);
        return !job && wokenServices.has(shop.serviceId);
      },
      (isDone) => isDone,
    );
    await killedWorker.close(true);
    clients.close();
    await worker.startAgain();
    await waitUntilNotified(world, shop, [id]);
  });
});

describe('an emptied queue', () => {
  const truncateQueue = (): Promise<unknown> =>
    world.sql(`DO $$ DECLARE tables text; BEGIN
      SET LOCAL lock_timeout = '50ms';
      SELECT string_agg(format('bullmq.%I', tablename), ', ') INTO tables FROM pg_tables WHERE schemaname = 'bullmq' AND tablename NOT LIKE '%migration%';
      EXECUTE 'TRUNCATE ' || tables || ' CASCADE';
    END $$`);
  /** Takes the locks of all queue tables, in another order than the queue's own statements. Gives up long before PostgreSQL reports a deadlock. */
  const emptyQueue = (): Promise<unknown> =>
    until(
      () =>
        truncateQueue().then(
          () => 'empty',
          (error: { code?: string }) => (error.code === LOCK_NOT_AVAILABLE ? 'in use' : Promise.reject(error as Error)),
        ),
      (state) => state === 'empty',
    );

  it('loses no deliveries, neither those that wait for a retry nor those that wait for their first attempt', async () => {
    await world.sql(`UPDATE service SET retry_schedule_seconds = array_prepend(0, array_fill(5, ARRAY[20])) WHERE id = $1`, [
      shop.serviceId,
    ]);
    shop.receiver.setResponses({ status: 500 });
    const ids = await Promise.all([1, 2, 3].map(() => makePayment(api, shop)));
    await waitForRequests(3);
    await emptyQueue();
    await worker.kill();
    ids.push(...(await Promise.all([1, 2, 3].map(() => makePayment(api, shop)))));
    await emptyQueue();
    shop.receiver.setResponses(OK);
    await worker.startAgain();
    await emptyQueue();
    await waitUntilNotified(world, shop, ids);
    await expectConsistent(world);
  });
});
