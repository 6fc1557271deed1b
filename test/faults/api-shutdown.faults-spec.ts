import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { expectConsistent } from './support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from './support/fault-world.js';

let world: FaultWorld;
beforeAll(async () => {
  world = await startFaultWorld();
});
afterAll(() => world.stop());

describe('an api process that receives SIGTERM while it writes transactions', () => {
  it('completes all earlier requests, and each transaction of a response is stored', async () => {
    const api = await world.gateway('api');
    const shop = await world.shop(api);
    const lock = await world.holdOpen('LOCK TABLE listing_change IN EXCLUSIVE MODE');
    const requests = times(40, (index) => shop.post('/transactions', { amount: 5 }, { headers: { 'Idempotency-Key': `last-${index}` } }));
    await until(
      () => world.sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'relation'`),
      ({ length }) => length === 2,
    );
    // This request waits behind the creates. Its response shows that all of them run or wait for those that run.
    await shop.get('/transactions');
    const exitCode = api.stop();
    await api.waitForReadiness('unready');
    await lock.end();
    const responses = await Promise.all(requests);
    await expect(exitCode).resolves.toBe(0);
    expect(responses.map(({ status }) => status)).toEqual(times(40, () => 200));
    const stored = await world.sql<{ id: string }>('SELECT id FROM direct_billing_transaction WHERE service_id = $1', [shop.serviceId]);
    expect(stored.map(({ id }) => id).sort()).toEqual(responses.map(({ body }) => body.data.transactionId as string).sort());
    await expectConsistent(world);
  });
});
