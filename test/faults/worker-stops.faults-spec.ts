import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OK } from '../support/receiver.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { expectConsistent } from './support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from './support/fault-world.js';
import type { GatewayProcess } from './support/gateway-process.js';
import { waitUntilNotified, makePayment } from './support/payments.js';

const HELD = 3;

let world: FaultWorld;
let api: GatewayProcess;
let worker: GatewayProcess;
let shop: Shop;
beforeAll(async () => {
  world = await startFaultWorld();
  [api, worker] = await Promise.all([world.gateway('api'), world.gateway('worker')]);
  shop = await world.shop(api);
});
afterAll(() => world.stop());

describe('a worker that receives SIGTERM while partners have notifications', () => {
  it('waits for the responses and stores them: nothing is sent twice, and nothing waits for a lease', async () => {
    shop.receiver.setResponses({ ...OK, hold: true });
    const ids = await Promise.all(Array.from({ length: HELD }, () => makePayment(api, shop)));
    await until(
      () => shop.receiver.requests.length,
      (length) => length === HELD,
    );
    const exitCode = worker.stop();
    await until(
      () => worker.log,
      (log) => log.includes('SIGTERM'),
    );
    expect(worker.running).toBe(true);
    shop.receiver.setResponses(OK);
    shop.receiver.releaseAll();
    expect(await exitCode).toBe(0);
    await expect(
      world.sql(`SELECT status FROM webhook_delivery WHERE lease_until IS NOT NULL OR (attempt_count > 0 AND status <> 'acknowledged')`),
    ).resolves.toEqual([]);

    await worker.startAgain();
    await waitUntilNotified(world, shop, ids);
    const webhookIds = shop.receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect([webhookIds.length, new Set(webhookIds).size]).toEqual([2 * HELD, 2 * HELD]);
    await expectConsistent(world);
  });
});
