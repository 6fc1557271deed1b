import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { referenceOf } from '../../src/common/reference.js';
import { PayOutService } from '../../src/platform/ledger/by-hand/pay-out.service.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import { runIn } from '../cli/cli-world.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { expectSound } from './support/expect-sound.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { refundShop } from './support/refund-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let events = 0;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
});
afterAll(() => world.stop());
beforeEach(async () => {
  shop = await payments.open();
});
afterEach(() => expectSound(world));

/** Of 100.00, of which 98.00 are the partner's. */
const paid = async (body: object = {}): Promise<string> => {
  const id = await shop.payment({ amount: 100, ...body });
  await shop.begin(id);
  await shop.report(id, { outcome: 'paid' });
  return id;
};
const chargeback = async (id: string, change: object = {}) => {
  const [attempt] = await shop.attempts(id);
  const sent = {
    kind: 'chargeback',
    eventId: `chargeback-${(events += 1)}`,
    providerRef: null,
    reference: attempt ? referenceOf(attempt.reference) : null,
    money: { amountMinor: 10_000, currency: 'PLN' },
    ...change,
  };
  expect((await world.http.post('/connectors/channels/fake/reports', { body: sent })).status).toBe(200);
  return sent.eventId;
};
const effect = async (eventId: string): Promise<unknown> =>
  (await world.database.query<{ effect: string }[]>('SELECT effect FROM payment_report WHERE event_id = $1', [eventId]))[0]?.effect;
const refunds = () => refundShop(world, shop);
const wallet = async (): Promise<number> => (await world.get(WalletQuery).of(shop.shop.partnerId)).availableMinor;
const booked = async (id: string): Promise<unknown> =>
  (await payments.entries(id)).find(({ kind }) => kind === 'payment.chargeback')?.lines;

describe('a chargeback', () => {
  it('comes out of what the partner has available, and leaves the payment as it is', async () => {
    await paid();
    const id = await paid();
    const before = await wallet();
    expect(await effect(await chargeback(id))).toBe('applied');
    expect(await booked(id)).toEqual({ 'partner:available': 10_000, 'platform:clearing:mbank': -10_000 });
    expect([before - (await wallet()), await shop.status(id)]).toEqual([10_000, 'paid']);
  });

  it('beyond the wallet is owed by the partner', async () => {
    const id = await paid();
    const available = await wallet();
    expect(available).toBeLessThan(10_000); // the commission is the gateway's
    await chargeback(id);
    expect(await booked(id)).toEqual({
      'partner:available': available,
      'partner:receivable': 10_000 - available,
      'platform:clearing:mbank': -10_000,
    });
    expect(await wallet()).toBe(0);
  });

  it('on an empty wallet is owed as a whole', async () => {
    const id = await paid();
    const payout = {
      reference: id,
      partnerId: shop.shop.partnerId,
      currency: 'PLN',
      amountMinor: await wallet(),
      test: false,
      author: 'Anna',
    };
    await world.get(PayOutService).run(payout);
    await chargeback(id);
    expect(await booked(id)).toEqual({ 'partner:receivable': 10_000, 'platform:clearing:mbank': -10_000 });
  });

  it('told twice, also at once, is booked once', async () => {
    await paid();
    const id = await paid();
    const before = await wallet();
    await Promise.all(times(10, () => chargeback(id, { eventId: 'same' })));
    expect(before - (await wallet())).toBe(10_000);
  });

  it('many at once on one wallet take what is there and no more', async () => {
    const ids = await Promise.all(times(5, () => paid()));
    await Promise.all(ids.map((id) => chargeback(id)));
    const [sums] = await world.database.query<object[]>(
      'SELECT sum(available_minor)::int AS available, sum(receivable_minor)::int AS receivable FROM payment_chargeback WHERE partner_id = $1',
      [shop.shop.partnerId],
    );
    expect(sums).toMatchObject({ available: expect.any(Number) });
    const { available, receivable } = sums as { available: number; receivable: number };
    expect([available + receivable, await wallet()]).toEqual([50_000, 0]);
  });

  it('of parts comes to exactly the value in PLN, whatever the rate', async () => {
    const id = await shop.payment({ amount: 1, currency: 'EUR' }); // 4.3653 each
    await shop.begin(id, 'card');
    await shop.report(id, { outcome: 'paid' });
    for (const amountMinor of [33, 33, 34]) await chargeback(id, { money: { amountMinor, currency: 'EUR' } });
    const parts = await world.database.query('SELECT pln_minor::int AS pln FROM payment_chargeback WHERE transaction_id = $1 ORDER BY id', [
      id,
    ]);
    expect(parts).toEqual([{ pln: 144 }, { pln: 144 }, { pln: 149 }]); // 437 altogether
    expect(await effect(await chargeback(id, { money: { amountMinor: 1, currency: 'EUR' } }))).toBe('for_staff');
  });

  it.each([
    ['of more than was paid', { money: { amountMinor: 10_001, currency: 'PLN' } }],
    ['in another currency', { money: { amountMinor: 100, currency: 'EUR' } }],
    ['of nothing', { money: { amountMinor: 0, currency: 'PLN' } }],
    ['of nobody', { reference: null }],
  ])('%s is for staff', async (_, change) => {
    const id = await paid();
    const before = await wallet();
    expect(await effect(await chargeback(id, change))).toBe('for_staff');
    expect(await wallet()).toBe(before);
  });

  it('of what was given back already, or is on its way, is for staff; of the rest it is booked', async () => {
    await paid();
    const id = await paid();
    await refunds().refunded(id, 30);
    const before = await wallet();
    expect(await effect(await chargeback(id))).toBe('for_staff');
    expect(await wallet()).toBe(before);
    expect(await effect(await chargeback(id, { money: { amountMinor: 7_000, currency: 'PLN' } }))).toBe('applied');
  });

  it('leaves less to be refunded, and nothing when it is of the whole', async () => {
    await paid();
    const id = await paid();
    await chargeback(id, { money: { amountMinor: 6_000, currency: 'PLN' } });
    expect(await refunds().refund(id, { amount: 40.01 })).toMatchObject({ status: 400, body: { errorCode: 'REFUND_AMOUNT_TOO_HIGH' } });
    const rest = await refunds().refund(id); // all that is left
    expect(rest.status).toBe(200);
    await expect(
      world.database.query('SELECT amount_minor::int AS minor FROM payment_refund WHERE transaction_id = $1', [id]),
    ).resolves.toEqual([{ minor: 4_000 }]);
    expect(await refunds().refund(id, { amount: 0.01 })).toMatchObject({ status: 400, body: { errorCode: 'REFUND_AMOUNT_TOO_HIGH' } });
  });

  it('and a refund of the whole at once: one of them has it', async () => {
    await paid();
    for (let round = 0; round < 10; round += 1) {
      const id = await paid();
      await Promise.all([chargeback(id), refunds().refund(id)]);
      const [gone] = await world.database.query<{ minor: number }[]>(
        `SELECT (refund_minor + (SELECT coalesce(sum(amount_minor), 0) FROM payment_chargeback WHERE transaction_id = $1))::int AS minor
         FROM payment_transaction WHERE id = $1`,
        [id],
      );
      expect(gone).toEqual({ minor: 10_000 });
    }
  });

  it('is refused by the database, too, when more than was paid would go back', async () => {
    const id = await paid();
    await paid();
    await chargeback(id);
    const [attempt] = await shop.attempts(id);
    await expect(
      world.asOwner(
        `INSERT INTO payment_chargeback (id, connector, event_id, attempt_reference, transaction_id, partner_id, channel, test, amount_minor, currency,
           pln_minor, available_minor, receivable_minor, created_at)
         VALUES (gen_random_uuid(), 'fake', 'once more', $1, $2, $3, 'mbank', false, 1, 'PLN', 1, 0, 1, now())`,
        [attempt?.reference, id, shop.shop.partnerId],
      ),
    ).rejects.toMatchObject({ constraint: 'payment_goes_back_once' });
  });

  it('of a payment that is not paid is for staff', async () => {
    const id = await shop.payment({ amount: 100 });
    await shop.begin(id);
    expect(await effect(await chargeback(id))).toBe('for_staff');
  });

  it('is listed for staff, booked or not', async () => {
    const [id, unpaid] = [await paid(), await shop.payment({ amount: 100 })];
    const available = await wallet();
    await shop.begin(unpaid);
    const [first, second] = [await chargeback(id), await chargeback(unpaid)];
    const { out } = await runIn({ ...world.settings }, ['payment', 'chargebacks', '--limit', '2', '--json']);
    const money = (minor: number): string => (minor / 100).toFixed(2);
    expect(JSON.parse(out)).toMatchObject([
      { state: 'for_staff', event_id: second, transaction_id: unpaid, amount: null },
      {
        state: 'booked',
        event_id: first,
        transaction_id: id,
        channel: 'mbank',
        amount: '100.00',
        currency: 'PLN',
        out_of_wallet: money(available),
        receivable: money(10_000 - available),
        partner_id: shop.shop.partnerId,
      },
    ]);
  });
});
