import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_EXTENSIONS } from '../../src/common/time/time-extension.js';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { drainBatches } from '../support/drain-batches.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.createPartnerShop({ silent: true });
});
afterAll(() => world.stop());

async function newPage(): Promise<{ id: string; page: string }> {
  const { transactionId: id, redirectUrl } = (await shop.create()).body.data;
  return { id, page: world.http.baseUrl + new URL(redirectUrl).pathname };
}
const requestMoreTime = async (page: string): Promise<void> => {
  const response = await fetch(`${page}/extend`, { method: 'POST', redirect: 'manual', headers: { 'sec-fetch-site': 'same-origin' } });
  expect(response.status).toBe(303);
};
const stateOf = async (page: string): Promise<string> => ((await (await fetch(`${page}/status`)).json()) as { state: string }).state;

describe('a request of the payer for more time', () => {
  it('adds ten minutes, only before the transaction has expired', async () => {
    const { page } = await newPage();
    await world.moveTimeForward({ minutes: 29 });
    await requestMoreTime(page);
    await world.moveTimeForward({ minutes: 10 });
    await drainBatches(() => world.get(ExpireTransactionsService).batch());
    expect(await stateOf(page)).toBe('choose');
    await world.moveTimeForward({ minutes: 1 });
    expect(await stateOf(page)).toBe('rejected');
    await requestMoreTime(page);
    expect(await stateOf(page)).toBe('rejected');
  });

  it('succeeds at most ten times, also for concurrent requests', async () => {
    const { id, page } = await newPage();
    await Promise.all(times(MAX_EXTENSIONS + 5, () => requestMoreTime(page)));
    const [row] = await world.database.query<{ minutes: number }[]>(
      'SELECT extract(epoch FROM expires_at - created_at)::int / 60 AS minutes FROM direct_billing_transaction WHERE id = $1',
      [id],
    );
    expect(row).toEqual({ minutes: 30 + 10 * MAX_EXTENSIONS });
    expect(await (await fetch(page)).text()).not.toContain('/extend"');
  });
});
