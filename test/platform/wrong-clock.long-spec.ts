import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

const HOURS_MS = 2 * 3_600_000;

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await world.partner();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => world.stop());

const readiness = async () => {
  const answer = await fetch(`${world.http.baseUrl}/readyz`);
  return { status: answer.status, text: await answer.text() };
};
/** Changes the system clock of the process. */
const setClock = (aheadMs: number): unknown =>
  jest.spyOn(RealSystemClock.prototype, 'now').mockImplementation(() => new Date(Date.now() + aheadMs));
const expiryOf = async (id: string): Promise<number> => {
  const [row] = await world.database.query<{ left: number }[]>(
    `SELECT extract(epoch FROM expires_at - clock_timestamp())::float AS left FROM direct_billing_transaction WHERE id = $1`,
    [id],
  );
  return row?.left ?? NaN;
};

describe('a system clock that is wrong', () => {
  it.each([
    [HOURS_MS, 'ahead of'],
    [-HOURS_MS, 'behind'],
  ])('by %d ms makes the process unready with a reason, until the clock is right', async (aheadMs, words) => {
    expect(await readiness()).toMatchObject({ status: 200 });
    setClock(aheadMs);
    expect(await readiness()).toMatchObject({ status: 503, text: expect.stringContaining(`7200 s ${words} the database's`) });
    jest.restoreAllMocks();
    expect(await readiness()).toMatchObject({ status: 200 });
  });

  it('does not change when new transactions expire, because expiry follows the database’s clock', async () => {
    const [before, after] = [await shop.create({ amount: 5 }), (setClock(HOURS_MS), await shop.create({ amount: 5 }))];
    const [left, leftAfter] = [
      await expiryOf(before.body.data.transactionId as string),
      await expiryOf(after.body.data.transactionId as string),
    ];
    expect(Math.abs(left - leftAfter)).toBeLessThan(60);
  });
});
