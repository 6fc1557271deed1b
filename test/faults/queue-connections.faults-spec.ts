import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OK } from '../support/receiver.js';
import { until } from '../support/until.js';
import { cloneDatabase, type FaultWorld, startFaultWorld } from './support/fault-world.js';
import type { GatewayProcess } from './support/gateway-process.js';
import { waitUntilNotified, makePayment } from './support/payments.js';
import { PostgresProxy } from './support/postgres-proxy.js';

/** The application name of the queue's connections. Connections of the API are not affected. */
const QUEUE = 'gateway queue';

let proxy: PostgresProxy;
let world: FaultWorld;
let api: GatewayProcess;
let worker: GatewayProcess | undefined;
beforeAll(async () => {
  const database = await cloneDatabase();
  proxy = await PostgresProxy.start(database.appUrl);
  world = await startFaultWorld({ ...database, appUrl: proxy.url });
  api = await world.gateway('api', { REDIS_URL: '' });
});
afterAll(async () => {
  await world.stop();
  await proxy.stop();
});
afterEach(async () => {
  proxy.passEverything();
  await worker?.stop();
});

const startWorker = async (): Promise<GatewayProcess> => (worker = await world.gateway('worker', { REDIS_URL: '' }));
const waitForRejected = (additional: number): Promise<unknown> => {
  const expectedCount = proxy.rejectedConnections + additional;
  return until(
    () => proxy.rejectedConnections,
    (count) => count >= expectedCount,
  );
};

describe('connections of the queue that are ended as soon as they are accepted', () => {
  it('while the gateway runs end no process, and deliveries continue by themselves', async () => {
    const runningWorker = await startWorker();
    const shop = await world.shop(api);
    const ids = [await makePayment(api, shop)];
    await waitUntilNotified(world, shop, ids);
    shop.receiver.setResponses({ status: 500 }, OK);
    proxy.rejectConnections(QUEUE);
    await waitForRejected(3);
    ids.push(await makePayment(api, shop));
    await waitForRejected(3);
    expect([api.running, runningWorker.running]).toEqual([true, true]);
    proxy.passEverything();
    ids.push(await makePayment(api, shop));
    await waitUntilNotified(world, shop, ids);
    expect([api.running, runningWorker.running]).toEqual([true, true]);
  });

  it('when the gateway starts do not stop the start, and the gateway delivers as soon as connections are accepted', async () => {
    proxy.rejectConnections(QUEUE);
    const starting = await startWorker();
    const shop = await world.shop(api);
    const id = await makePayment(api, shop);
    await waitForRejected(3);
    expect(starting.running).toBe(true);
    proxy.passEverything();
    await waitUntilNotified(world, shop, [id]);
  });
});

describe('the connection on which the worker listens', () => {
  it('is opened again when it breaks', async () => {
    const runningWorker = await startWorker();
    const shop = await world.shop(api);
    await waitUntilNotified(world, shop, [await makePayment(api, shop)]);
    const findListeningSessions = (): Promise<{ pid: number }[]> =>
      world.sql(
        `SELECT pid FROM pg_stat_activity WHERE query ~* 'listen bullmq_jobs' AND datname = current_database() AND pid <> pg_backend_pid()`,
      );
    const before = (await until(findListeningSessions, ({ length }) => length > 0)).map(({ pid }) => pid);
    await world.sql('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid', [before]);
    await until(findListeningSessions, (rows) => rows.some(({ pid }) => !before.includes(pid)));
    await waitUntilNotified(world, shop, [await makePayment(api, shop)]);
    expect(runningWorker.running).toBe(true);
  });
});
