import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { runCommandWith } from './cli-world.js';

const DAY_MS = 86_400_000;
const NINETY_MINUTES_MS = 5_400_000;

let world: World;
let shop: Shop;
let serviceId: string;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await world.createPartnerShop();
  serviceId = (await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books' })).id;
});
afterAll(() => world.stop());

const runClock = (...argv: string[]) => runCommandWith(world.settings, ['clock', ...argv]);
const readTimes = async (): Promise<{ business: number; ahead: string; aheadMs: number }> => {
  const { business_time, wall_clock, ahead } = JSON.parse((await runClock('show', '--json')).out);
  const business = new Date(business_time).getTime();
  return { business, ahead, aheadMs: business - new Date(wall_clock).getTime() };
};
const createPayment = async (): Promise<string> => {
  const { body } = await world.http.post(`/payment/${serviceId}/transactions`, { token: shop.token, body: { amount: 12.3 } });
  return body.data.transactionId as string;
};
const expiredInOrder = async (): Promise<string[]> => {
  const rows = await world.database.query<{ id: string }[]>(
    `SELECT t.id FROM payment_transaction t JOIN state_history h ON h.subject_id = t.id AND h.to_status = 'transaction_expired'
     WHERE t.status = 'transaction_expired' ORDER BY h.sequence`,
  );
  return rows.map(({ id }) => id);
};

describe('the command clock alongside a running gateway', () => {
  it('shows business time, which equals system time until a command moves it', async () => {
    expect(await readTimes()).toMatchObject({ ahead: '0 min', aheadMs: 0 });
    expect((await runClock('show')).out).toMatch(/^Business time +\S+\nWall clock +\S+\nAhead +0 min\n$/);
  });

  it('moves business time forward by the sum of all durations', async () => {
    const before = (await readTimes()).business;
    const { code, out } = await runClock('advance', '90m');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/Ahead +1 h 30 min\n\nA running gateway uses the new time within a second\.\n$/),
    ]);
    await runClock('advance', '1d');
    const after = await readTimes();
    expect(after).toMatchObject({ ahead: '1 d 1 h 30 min', aheadMs: DAY_MS + NINETY_MINUTES_MS });
    expect(after.business - before).toBeGreaterThanOrEqual(DAY_MS + NINETY_MINUTES_MS);
  });

  it.each([['-1d'], ['0'], ['0d'], ['367d'], ['1w'], ['yesterday'], ['']])('rejects the duration "%s"', async (duration) => {
    const { aheadMs } = await readTimes();
    expect((await runClock('advance', '--', duration)).code).toBe(2);
    expect((await readTimes()).aheadMs).toBe(aheadMs);
  });

  it('does not move business time without the sandbox', async () => {
    const { aheadMs } = await readTimes();
    const { code, err } = await runCommandWith({ ...world.settings, SANDBOX: 'off' }, ['clock', 'advance', '1d']);
    expect([code, err]).toEqual([1, expect.stringContaining('Business time can be moved only with the sandbox')]);
    expect((await readTimes()).aheadMs).toBe(aheadMs);
  });

  it('lets a running gateway expire payments that became due, in the order of their due times', async () => {
    const ids: string[] = [];
    for (let created = 0; created < 4; created += 1) {
      ids.push(await createPayment());
      await world.moveTimeForward({ minutes: 1 });
    }
    await runClock('advance', '366d');
    expect(await until(expiredInOrder, (expired) => expired.length === ids.length)).toEqual(ids);
  });
});
