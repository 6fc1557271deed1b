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
    const sent = times(40, (index) => shop.post('/transactions', { amount: 5 }, { headers: { 'Idempotency-Key': `last-${index}` } }));
    await until(
      () => world.sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'relation'`),
      ({ length }) => length === 2,
    );
    await shop.get('/transactions'); // This request waits behind the creates: all of them are now being handled or wait for the running ones.
    const stopped = api.stop();
    await api.becomes('unready');
    await lock.end();
    const answers = await Promise.all(sent);
    await expect(stopped).resolves.toBe(0);
    expect(answers.map(({ status }) => status)).toEqual(times(40, () => 200));
    const stored = await world.sql<{ id: string }>('SELECT id FROM direct_billing_transaction WHERE service_id = $1', [shop.serviceId]);
    expect(stored.map(({ id }) => id).sort()).toEqual(answers.map(({ body }) => body.data.transactionId as string).sort());
    await expectConsistent(world);
  });
});
