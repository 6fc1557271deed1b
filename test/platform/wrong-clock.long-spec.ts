import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

const TWO_HOURS_MS = 2 * 3_600_000;

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await world.createPartnerShop();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => world.stop());

const readiness = async () => {
  const response = await fetch(`${world.http.baseUrl}/readyz`);
  return { status: response.status, text: await response.text() };
};
/** Changes the system clock of this process until the mocks are restored. */
const setClock = (aheadMs: number): unknown =>
  jest.spyOn(RealSystemClock.prototype, 'now').mockImplementation(() => new Date(Date.now() + aheadMs));
const secondsUntilExpiry = async (id: string): Promise<number> => {
  const [row] = await world.database.query<{ left: number }[]>(
    `SELECT extract(epoch FROM expires_at - clock_timestamp())::float AS left FROM direct_billing_transaction WHERE id = $1`,
    [id],
  );
  return row?.left ?? NaN;
};

describe('a system clock that is wrong', () => {
  it.each([
    [TWO_HOURS_MS, 'ahead of'],
    [-TWO_HOURS_MS, 'behind'],
  ])('by %d ms makes the process unready with a reason, until the clock is right', async (aheadMs, direction) => {
    expect(await readiness()).toMatchObject({ status: 200 });
    setClock(aheadMs);
    expect(await readiness()).toMatchObject({ status: 503, text: expect.stringContaining(`7200 s ${direction} the database's`) });
    jest.restoreAllMocks();
    expect(await readiness()).toMatchObject({ status: 200 });
  });

  it('does not change when new transactions expire, because expiry follows the database’s clock', async () => {
    const [before, after] = [await shop.create({ amount: 5 }), (setClock(TWO_HOURS_MS), await shop.create({ amount: 5 }))];
    const [secondsBefore, secondsAfter] = [
      await secondsUntilExpiry(before.body.data.transactionId as string),
      await secondsUntilExpiry(after.body.data.transactionId as string),
    ];
    expect(Math.abs(secondsBefore - secondsAfter)).toBeLessThan(60);
  });
});
