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

describe('an api process that is told to stop while transactions are being written', () => {
  it('answers everybody who asked before, and what it answered is there', async () => {
    const api = await world.gateway('api');
    const shop = await world.shop(api);
    const lock = await world.holdOpen('LOCK TABLE listing_change IN EXCLUSIVE MODE');
    const sent = times(40, (index) => shop.post('/transactions', { amount: 5 }, { headers: { 'Idempotency-Key': `last-${index}` } }));
    await until(
      () => world.sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'relation'`),
      ({ length }) => length === 2,
    );
    await shop.get('/transactions'); // takes its turn behind them: all are under way or wait for those that are
    const stopped = api.stop();
    await api.becomes('unready');
    await lock.end();
    const answers = await Promise.all(sent);
    await expect(stopped).resolves.toBe(0);
    expect(answers.map(({ status }) => status)).toEqual(times(40, () => 200));
    const there = await world.sql<{ id: string }>('SELECT id FROM direct_billing_transaction WHERE service_id = $1', [shop.serviceId]);
    expect(there.map(({ id }) => id).sort()).toEqual(answers.map(({ body }) => body.data.transactionId as string).sort());
    await expectConsistent(world);
  });
});
