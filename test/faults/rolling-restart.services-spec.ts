import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { expectConsistent } from './support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from './support/fault-world.js';
import { HaProxy } from './support/haproxy.js';
import { Load } from './support/load.js';
import { waitUntilNotified, makePayment } from './support/payments.js';

/** A stopping process listens for eight seconds. Even on a busy machine HAProxy notices the stop within them, by three failed checks. */
const API = { SHUTDOWN_GRACE_MS: '8000', TRUST_PROXY: '127.0.0.1' };

jest.setTimeout(600_000);

let world: FaultWorld | undefined;
let proxy: HaProxy | undefined;
let load: Load | undefined;
afterEach(async () => {
  await load?.end();
  await proxy?.stop();
  await world?.stop();
});

describe('a rolling restart of two API processes and two workers behind HAProxy', () => {
  it('under load gives each request a response, loses nothing and does nothing twice', async () => {
    world = await startFaultWorld();
    const { sql } = world;
    const apis = [await world.gateway('api', API), await world.gateway('api', API)];
    const workers = [await world.gateway('worker'), await world.gateway('worker')];
    const entrance = (proxy = await HaProxy.start(apis));
    const shop = await world.shop(entrance);
    const payments: string[] = [];
    load = new Load(6, (number) =>
      number % 4 === 0
        ? shop.get('/transactions')
        : shop.post('/transactions', { amount: 5 }, { headers: { 'Idempotency-Key': `rolling-${number}` } }),
    );
    await load.waitForResponses(30, 200);
    for (const process of [...apis, ...workers]) {
      const paying = [1, 2, 3].map(() => makePayment(entrance, shop)); // Payers go through all pages while a process stops.
      await process.stop();
      payments.push(...(await Promise.all(paying)));
      await process.startAgain();
      if (apis.includes(process)) await entrance.waitUntilUsed(process);
      await load.waitForResponses(30, 200);
    }
    await load.end();
    expect(load.failures).toEqual([]);
    expect(load.statuses).toEqual({ 200: load.recordedResponses.length });
    const createdIds = load.recordedResponses.flatMap(({ body }) => (body.data.transactionId ? [body.data.transactionId as string] : []));
    const stored = await sql<{ id: string }>('SELECT id FROM direct_billing_transaction WHERE service_id = $1', [shop.serviceId]);
    expect(stored.map(({ id }) => id).sort()).toEqual([...createdIds, ...payments].sort());
    await waitUntilNotified(world, shop, payments);
    const webhookIds = shop.receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(webhookIds).toHaveLength(2 * payments.length);
    expect(new Set(webhookIds).size).toBe(webhookIds.length);
    await expectConsistent(world);
  });
});
