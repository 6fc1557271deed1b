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
import { allNotified, expireLeases, makePayment } from './support/payments.js';

/** Of the server, when a lock is not had in time. */
const IN_USE = '55P03';

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

const received = (count: number): Promise<unknown> =>
  until(
    () => shop.receiver.requests.length,
    (length) => length >= count,
  );
const idsOfRequests = (): unknown[] => shop.receiver.requests.map(({ headers }) => headers['webhook-id']);
const notify = async (id: string): Promise<{ is_send: boolean; count: number }> => (await shop.get(`/transactions/${id}`)).body.data.notify;
/** Each attempt is counted, and none twice: also one more, where an answer came too late on a busy machine. */
async function expectNotify(id: string, isSent: boolean, atLeast: number): Promise<void> {
  const attempts = shop.receiver.requests.filter(({ body }) => body.includes(id)).length;
  expect(attempts).toBeGreaterThanOrEqual(atLeast);
  await expect(notify(id)).resolves.toMatchObject({ is_send: isSent, count: attempts });
}

describe('a worker killed with SIGKILL', () => {
  it('while the partner has the notification: the next worker sends it again when the lease is over', async () => {
    shop.receiver.answer({ ...OK, hold: true }, OK);
    const id = await makePayment(api, shop);
    await received(1);
    await worker.kill();
    await expectNotify(id, false, 1);
    await worker.startAgain();
    await allNotified(world, shop, [id]);
    const [first, second, ...others] = idsOfRequests();
    expect(second).toBe(first);
    expect(others.at(-1)).not.toBe(first);
    expect(shop.receiver.requests[1]?.body).toBe(shop.receiver.requests[0]?.body);
    await expectNotify(id, true, 3);
    await expectConsistent(world);
  });

  it('when the partner has acknowledged and nothing is written down yet: sent again with the same id', async () => {
    shop.receiver.answer({ ...OK, hold: true }, OK);
    const id = await makePayment(api, shop);
    await received(1);
    const lock = await world.holdOpen(`SELECT FROM webhook_subject WHERE subject_id = '${id}' FOR UPDATE`);
    const [{ now: releasedAt } = { now: new Date() }] = await world.sql<{ now: Date }>('SELECT now()');
    shop.receiver.releaseAll();
    await until(
      () =>
        world.sql(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%webhook_record(%' AND query_start > $1 AND state = 'idle'`,
          [releasedAt],
        ),
      ({ length }) => length > 0, // it has tried to, and found the FIFO group locked
    );
    await worker.kill();
    await lock.end();
    await expireLeases(world);
    await worker.startAgain();
    await allNotified(world, shop, [id]);
    const [first, second] = idsOfRequests();
    expect(second).toBe(first);
    await expectNotify(id, true, 3);
    await expectConsistent(world);
  });

  it('again and again while it delivers: nothing is lost, nothing out of order', async () => {
    const ids: string[] = [];
    for (let round = 1; round <= 2; round += 1) {
      const before = shop.receiver.requests.length;
      shop.receiver.answer(OK, { ...OK, hold: true }, OK);
      ids.push(...(await Promise.all([1, 2, 3, 4].map(() => makePayment(api, shop)))));
      await received(before + 2);
      await worker.kill();
      await expireLeases(world);
      await worker.startAgain();
    }
    await allNotified(world, shop, ids);
    await expectConsistent(world);
  });
});

describe('a worker killed just after it took a wake-up from the queue', () => {
  it('does not keep its endpoint asleep: the sweeper wakes it again', async () => {
    await worker.kill();
    const id = await makePayment(api, shop);
    const clients = new RedisClients(pino({ level: 'silent' }));
    const queue = queueOptions(readEnvironment(world.settings), world.settings['DATABASE_URL'] ?? '', 'consumer', clients);
    setDefaultBackendFactory(backendOfConnection);
    const anHour = 3_600_000; // of all workers none but the sweeper helps
    const dead = new Worker<WakeUpJob>(WEBHOOK_QUEUE, null, { ...queue, autorun: false, lockDuration: anHour });
    await until(
      () => world.sql('SELECT FROM webhook_delivery WHERE subject_id = $1', [id]),
      ({ length }) => length === 2,
    );
    const taken = new Set<string>();
    await until(
      async () => {
        const job = await dead.getNextJob('dead', { block: false });
        for (const serviceId of job?.data.serviceIds ?? []) taken.add(serviceId);
        return !job && taken.has(shop.serviceId);
      },
      (all) => all,
    );
    await dead.close(true);
    clients.close();
    await worker.startAgain();
    await allNotified(world, shop, [id]);
  });
});

describe('the queue emptied', () => {
  const truncate = (): Promise<unknown> =>
    world.sql(`DO $$ DECLARE tables text; BEGIN
      SET LOCAL lock_timeout = '50ms';
      SELECT string_agg(format('bullmq.%I', tablename), ', ') INTO tables FROM pg_tables WHERE schemaname = 'bullmq' AND tablename NOT LIKE '%migration%';
      EXECUTE 'TRUNCATE ' || tables || ' CASCADE';
    END $$`);
  /** It takes all the tables' locks, in another order than the queue's own statements do, and gives up long before the server sees a deadlock. */
  const empty = (): Promise<unknown> =>
    until(
      () =>
        truncate().then(
          () => 'empty',
          (error: { code?: string }) => (error.code === IN_USE ? 'in use' : Promise.reject(error as Error)),
        ),
      (state) => state === 'empty',
    );

  it('while deliveries wait for their next attempt and while they wait for their first: none is lost', async () => {
    await world.sql(`UPDATE service SET retry_schedule_seconds = array_prepend(0, array_fill(5, ARRAY[20])) WHERE id = $1`, [
      shop.serviceId,
    ]);
    shop.receiver.answer({ status: 500 });
    const ids = await Promise.all([1, 2, 3].map(() => makePayment(api, shop)));
    await received(3);
    await empty();
    await worker.kill();
    ids.push(...(await Promise.all([1, 2, 3].map(() => makePayment(api, shop)))));
    await empty();
    shop.receiver.answer(OK);
    await worker.startAgain();
    await empty();
    await allNotified(world, shop, ids);
    await expectConsistent(world);
  });
});
