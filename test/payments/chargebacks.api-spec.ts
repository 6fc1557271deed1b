import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { uuidToReference } from '../../src/common/reference.js';
import { CreatePayoutService } from '../../src/platform/ledger/manual/create-payout.service.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import { runCommandWith } from '../cli/cli-world.js';
import { scrape } from '../metrics/support/scraper.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { refundShop } from './support/refund-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let eventCount = 0;
beforeAll(async () => {
  world = await startWorld({ METRICS_PORT: '0' });
  payments = paymentWorld(world);
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  shop = await payments.openPaymentShop();
});

/** Creates a paid payment of 100.00, of which 98.50 belong to the partner. @returns its id. */
const createPaid = async (body: object = {}): Promise<string> => {
  const id = await shop.createNewPayment({ amount: 100, ...body });
  await shop.beginAttempt(id);
  await shop.reportAttempt(id, { outcome: 'paid' });
  return id;
};
const reportChargeback = async (id: string, change: object = {}) => {
  const [attempt] = await shop.attempts(id);
  const event = {
    kind: 'chargeback',
    eventId: `chargeback-${(eventCount += 1)}`,
    providerRef: null,
    reference: attempt ? uuidToReference(attempt.reference) : null,
    money: { amountMinor: 10_000, currency: 'PLN' },
    ...change,
  };
  expect((await world.http.post('/connectors/channels/fake/reports', { body: event })).status).toBe(200);
  return event.eventId;
};
const effectOf = async (eventId: string): Promise<unknown> =>
  (await world.database.query<{ effect: string }[]>('SELECT effect FROM payment_callback WHERE event_id = $1', [eventId]))[0]?.effect;
const refunds = () => refundShop(world, shop);
const availableBalance = async (): Promise<number> => (await world.get(WalletQuery).readBalance(shop.shop.partnerId)).availableMinor;
/** The value in grosz of each refund and chargeback of a payment, oldest first. */
const deductionsOf = async (id: string): Promise<number[]> => {
  const rows = await world.database.query<{ pln: number }[]>(
    `SELECT pln_minor::int AS pln, id FROM payment_chargeback WHERE transaction_id = $1
     UNION ALL SELECT wallet_minor::int, id FROM payment_refund WHERE transaction_id = $1 AND status IN ('refund_new', 'refund_pending', 'refund_completed')
     ORDER BY id`,
    [id],
  );
  return rows.map(({ pln }) => pln);
};
const listChargebacks = async (limit: number): Promise<Record<string, unknown>[]> => {
  const { out } = await runCommandWith({ ...world.settings }, ['payment', 'chargebacks', '--limit', String(limit), '--json']);
  return JSON.parse(out) as Record<string, unknown>[];
};
const bookedLines = async (id: string): Promise<unknown> =>
  (await payments.entries(id)).find(({ kind }) => kind === 'payment.chargeback')?.lines;

describe('a chargeback', () => {
  it('is taken from the available balance of the partner, and leaves the payment unchanged', async () => {
    await createPaid();
    const id = await createPaid();
    const before = await availableBalance();
    expect(await effectOf(await reportChargeback(id))).toBe('applied');
    expect(await bookedLines(id)).toEqual({ 'partner:available': 10_000, 'platform:clearing:mbank': -10_000 });
    expect([before - (await availableBalance()), await shop.readStatus(id)]).toEqual([10_000, 'paid']);
  });

  it('higher than the available balance leaves the rest as a receivable', async () => {
    const id = await createPaid();
    const available = await availableBalance();
    expect(available).toBeLessThan(10_000); // The commission belongs to the gateway.
    await reportChargeback(id);
    expect(await bookedLines(id)).toEqual({
      'partner:available': available,
      'partner:receivable': 10_000 - available,
      'platform:clearing:mbank': -10_000,
    });
    expect(await availableBalance()).toBe(0);
  });

  it('on an empty wallet is a receivable as a whole', async () => {
    const id = await createPaid();
    const payout = {
      reference: id,
      partnerId: shop.shop.partnerId,
      currency: 'PLN',
      amountMinor: await availableBalance(),
      test: false,
      author: 'Anna',
    };
    await world.get(CreatePayoutService).run(payout);
    await reportChargeback(id);
    expect(await bookedLines(id)).toEqual({ 'partner:receivable': 10_000, 'platform:clearing:mbank': -10_000 });
  });

  it('of test money is taken from the wallet of test money', async () => {
    await createPaid();
    const isSimulated = jest.spyOn(payments.acquirer, 'isSimulated', 'get').mockReturnValue(true);
    const [id] = await Promise.all([createPaid(), createPaid()]).finally(() => isSimulated.mockRestore());
    const before = await availableBalance();
    expect(before).toBeLessThan(10_000); // The wallet of real money could not pay it.
    await reportChargeback(id);
    expect(await bookedLines(id)).toEqual({ 'partner:available': 10_000, 'platform:clearing:mbank': -10_000 });
    const testBalance = await world.get(WalletQuery).readBalance(shop.shop.partnerId, { test: true });
    expect([await availableBalance(), testBalance.availableMinor]).toEqual([before, 2 * 9_850 - 10_000]);
  });

  it('of an amount worth less than half a grosz is booked without money', async () => {
    const id = await shop.createNewPayment({ amount: 100, currency: 'CZK' });
    await shop.beginAttempt(id, 'card');
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect(await effectOf(await reportChargeback(id, { money: { amountMinor: 1, currency: 'CZK' } }))).toBe('applied');
    expect([await deductionsOf(id), await bookedLines(id)]).toEqual([[0], undefined]);
  });

  it('is booked once when its callback is repeated, even concurrently', async () => {
    await createPaid();
    const id = await createPaid();
    const before = await availableBalance();
    await Promise.all(times(10, () => reportChargeback(id, { eventId: 'same' })));
    await reportChargeback(id, { eventId: 'same', providerRef: 'by another name' });
    expect(before - (await availableBalance())).toBe(10_000);
    const effects = await world.database.query<{ effect: string }[]>(
      `SELECT effect FROM payment_callback WHERE 'same' IN (event_id, event_name) ORDER BY received_at`,
    );
    expect(effects.map(({ effect: each }) => each)).toEqual(['applied', 'duplicate']);
  });

  it('concurrent with many others on one wallet takes no more than the wallet has', async () => {
    const ids = await Promise.all(times(5, () => createPaid()));
    await Promise.all(ids.map((id) => reportChargeback(id)));
    const [sums] = await world.database.query<object[]>(
      'SELECT sum(available_minor)::int AS available, sum(receivable_minor)::int AS receivable FROM payment_chargeback WHERE partner_id = $1',
      [shop.shop.partnerId],
    );
    expect(sums).toMatchObject({ available: expect.any(Number) });
    const { available, receivable } = sums as { available: number; receivable: number };
    expect([available + receivable, await availableBalance()]).toEqual([50_000, 0]);
  });

  // If each part were rounded separately, the values would be 219 and 219, or ten times 44.
  it.each([
    [
      [50, 50],
      [219, 218],
    ],
    [Array.from({ length: 10 }, () => 10), [44, 43, 44, 44, 44, 43, 44, 44, 43, 44]],
  ])('in parts of %j cents adds up to exactly the value in PLN', async (cents, grosz) => {
    const id = await shop.createNewPayment({ amount: 1, currency: 'EUR' }); // 1 EUR is worth 437 grosz.
    await shop.beginAttempt(id, 'card');
    await shop.reportAttempt(id, { outcome: 'paid' });
    for (const amountMinor of cents) await reportChargeback(id, { money: { amountMinor, currency: 'EUR' } });
    expect(await deductionsOf(id)).toEqual(grosz); // In total 437.
    expect(await effectOf(await reportChargeback(id, { money: { amountMinor: 1, currency: 'EUR' } }))).toBe('for_staff');
  });

  it.each([
    ['refund first', true],
    ['chargeback first', false],
  ])('together with a refund of the rest takes exactly the value of the payment in PLN: %s', async (_, refundFirst) => {
    await createPaid();
    const id = await shop.createNewPayment({ amount: 1, currency: 'EUR' });
    await shop.beginAttempt(id, 'card');
    await shop.reportAttempt(id, { outcome: 'paid' });
    const deductions = [
      () => refunds().createNewRefund(id, 0.5),
      async () => expect(await effectOf(await reportChargeback(id, { money: { amountMinor: 50, currency: 'EUR' } }))).toBe('applied'),
    ];
    for (const deduct of refundFirst ? deductions : deductions.toReversed()) await deduct();
    expect((await deductionsOf(id)).reduce((sum, pln) => sum + pln, 0)).toBe(437); // Two halves of 219 would be 438.
    expect((await deductionsOf(id)).toSorted()).toEqual([218, 219]);
  });

  it.each([
    ['of more than was paid', { money: { amountMinor: 10_001, currency: 'PLN' } }],
    ['in another currency', { money: { amountMinor: 100, currency: 'EUR' } }],
    ['of the amount 0', { money: { amountMinor: 0, currency: 'PLN' } }],
    ['without a reference', { reference: null }],
  ])('%s needs staff', async (_, change) => {
    const id = await createPaid();
    const before = await availableBalance();
    expect(await effectOf(await reportChargeback(id, change))).toBe('for_staff');
    expect(await availableBalance()).toBe(before);
  });

  it('of money that was refunded or is being refunded needs staff, and of the rest is booked', async () => {
    await createPaid();
    const id = await createPaid();
    await refunds().createNewRefund(id, 30);
    const before = await availableBalance();
    expect(await effectOf(await reportChargeback(id))).toBe('for_staff');
    expect(await availableBalance()).toBe(before);
    expect(await effectOf(await reportChargeback(id, { money: { amountMinor: 7_000, currency: 'PLN' } }))).toBe('applied');
  });

  it('lowers the amount that can be refunded, to 0 for the whole payment', async () => {
    await createPaid();
    const id = await createPaid();
    await reportChargeback(id, { money: { amountMinor: 6_000, currency: 'PLN' } });
    expect(await refunds().sendRefundRequest(id, { amount: 40.01 })).toMatchObject({
      status: 400,
      body: { errorCode: 'REFUND_AMOUNT_TOO_HIGH' },
    });
    const rest = await refunds().sendRefundRequest(id); // The whole rest.
    expect(rest.status).toBe(200);
    await expect(
      world.database.query('SELECT amount_minor::int AS minor FROM payment_refund WHERE transaction_id = $1', [id]),
    ).resolves.toEqual([{ minor: 4_000 }]);
    expect(await refunds().sendRefundRequest(id, { amount: 0.01 })).toMatchObject({
      status: 400,
      body: { errorCode: 'REFUND_AMOUNT_TOO_HIGH' },
    });
  });

  it('concurrent with a refund of the whole payment takes the money, unless the refund takes it', async () => {
    await createPaid();
    for (let round = 0; round < 10; round += 1) {
      const id = await createPaid();
      await Promise.all([reportChargeback(id), refunds().sendRefundRequest(id)]);
      const [deducted] = await world.database.query<{ minor: number }[]>(
        `SELECT (refund_minor + (SELECT coalesce(sum(amount_minor), 0) FROM payment_chargeback WHERE transaction_id = $1))::int AS minor
         FROM payment_transaction WHERE id = $1`,
        [id],
      );
      expect(deducted).toEqual({ minor: 10_000 });
    }
  });

  it('concurrent with a payout leaves a receivable that is not paid out, in either order', async () => {
    const payOut = (reference: string, amountMinor: number) =>
      world
        .get(CreatePayoutService)
        .run({ reference, partnerId: shop.shop.partnerId, currency: 'PLN', amountMinor, test: false, author: 'Anna' });
    for (let round = 0; round < 8; round += 1) {
      shop = await payments.openPaymentShop();
      const [, id] = [await createPaid(), await createPaid()]; // 197.00 are available.
      const [payout] = await Promise.allSettled([payOut(`${id}-first`, 15_000), reportChargeback(id)]);
      const { availableMinor, receivableMinor } = await world.get(WalletQuery).readBalance(shop.shop.partnerId);
      // Either the chargeback left a receivable after the payout, or the payout was rejected for lack of money.
      expect([availableMinor, receivableMinor]).toEqual(payout.status === 'fulfilled' ? [0, 5_300] : [9_700, 0]);
      if (payout.status === 'rejected') continue;
      await createPaid(); // Of the 98.50 earned since, 53.00 are owed.
      await expect(payOut(`${id}-more`, 4_551)).rejects.toThrow('98.50 PLN is available, and the partner owes 53.00 PLN');
      await payOut(`${id}-rest`, 4_550);
    }
  });

  it.each([
    ['less', 217],
    ['more', 219],
  ])('is rejected by the database, too, when it takes %s than its part of the payment', async (_, plnMinor) => {
    const id = await shop.createNewPayment({ amount: 1, currency: 'EUR' });
    await shop.beginAttempt(id, 'card');
    await shop.reportAttempt(id, { outcome: 'paid' });
    await createPaid();
    await refunds().createNewRefund(id, 0.5); // 219 of 437.
    const [attempt] = await shop.attempts(id);
    await expect(
      world.asOwner(
        `INSERT INTO payment_chargeback (id, connector, event_id, attempt_reference, transaction_id, partner_id, channel, test, amount_minor, currency,
           pln_minor, available_minor, receivable_minor, created_at)
         VALUES (gen_random_uuid(), 'fake', 'apart', $1, $2, $3, 'card', false, 50, 'EUR', $4, 0, $4, now())`,
        [attempt?.reference, id, shop.shop.partnerId, plnMinor],
      ),
    ).rejects.toMatchObject({ constraint: 'payment_chargeback_pln_value' });
  });

  it('is rejected by the database, too, when the deductions would exceed the payment', async () => {
    const id = await createPaid();
    await createPaid();
    await reportChargeback(id);
    const [attempt] = await shop.attempts(id);
    await expect(
      world.asOwner(
        `INSERT INTO payment_chargeback (id, connector, event_id, attempt_reference, transaction_id, partner_id, channel, test, amount_minor, currency,
           pln_minor, available_minor, receivable_minor, created_at)
         VALUES (gen_random_uuid(), 'fake', 'once more', $1, $2, $3, 'mbank', false, 1, 'PLN', 1, 0, 1, now())`,
        [attempt?.reference, id, shop.shop.partnerId],
      ),
    ).rejects.toMatchObject({ constraint: 'payment_deduction_within_paid' });
  });

  it('of a payment that is not paid needs staff', async () => {
    const id = await shop.createNewPayment({ amount: 100 });
    await shop.beginAttempt(id);
    expect(await effectOf(await reportChargeback(id))).toBe('for_staff');
  });

  it('is counted once for its acquirer, as booked or as left to staff', async () => {
    const counts = async (): Promise<number[]> => {
      const { value } = await scrape(world);
      const series = (state: string) => `gateway_state_changes_total{subject="payment_chargeback",state="${state}",connector="fake"}`;
      return ['booked', 'for_staff'].map((state) => value(series(state)) ?? 0);
    };
    const id = await createPaid();
    const [booked = NaN, forStaff = NaN] = await counts();
    const eventId = await reportChargeback(id);
    expect(await counts()).toEqual([booked + 1, forStaff]);
    await reportChargeback(id, { eventId });
    expect(await counts()).toEqual([booked + 1, forStaff]);
    await reportChargeback(id); // more than the rest of the payment
    expect(await counts()).toEqual([booked + 1, forStaff + 1]);
  });

  it('with an event that was booked for another payment needs staff, in either order, and changes nothing', async () => {
    const [id, other] = [await createPaid(), await createPaid()];
    const eventId = await reportChargeback(id);
    await reportChargeback(other, { eventId });
    await reportChargeback(other, { eventId });
    expect(await bookedLines(other)).toBeUndefined();
    expect(await listChargebacks(2)).toMatchObject([
      { state: 'for_staff', event_id: eventId, transaction_id: other, amount: '100.00' },
      { state: 'booked', event_id: eventId, transaction_id: id },
    ]);
  });

  it('with one event for two payments concurrently is booked for one of them and needs staff for the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ids = [await createPaid(), await createPaid()];
      const eventId = `shared-${round}`;
      await Promise.all(ids.map((id) => reportChargeback(id, { eventId })));
      const rows = (await listChargebacks(2)).toSorted((a, b) => String(a['state']).localeCompare(String(b['state'])));
      expect(rows).toMatchObject([
        { state: 'booked', event_id: eventId },
        { state: 'for_staff', event_id: eventId },
      ]);
      expect(new Set(rows.map((row) => row['transaction_id']))).toEqual(new Set(ids));
    }
  });

  it('with the same event and another amount needs staff, who see both amounts', async () => {
    const id = await createPaid();
    const eventId = await reportChargeback(id, { money: { amountMinor: 4_000, currency: 'PLN' } });
    await reportChargeback(id, { eventId, money: { amountMinor: 6_000, currency: 'PLN' } });
    await reportChargeback(id, { eventId, money: { amountMinor: 4_000, currency: 'PLN' } }); // A repetition of the first callback.
    expect(await deductionsOf(id)).toEqual([4_000]);
    expect(await listChargebacks(2)).toMatchObject([
      { state: 'for_staff', event_id: eventId, transaction_id: id, amount: '60.00' },
      { state: 'booked', event_id: eventId, transaction_id: id, amount: '40.00' },
    ]);
  });

  it('that could be booked only at its repetition is listed once', async () => {
    const earlierPaid = await createPaid();
    const id = await shop.createNewPayment({ amount: 100 });
    await shop.beginAttempt(id);
    const eventId = await reportChargeback(id);
    expect(await listChargebacks(1)).toMatchObject([{ state: 'for_staff', event_id: eventId }]);
    await shop.reportAttempt(id, { outcome: 'paid' });
    await reportChargeback(id, { eventId });
    const last = await reportChargeback(earlierPaid);
    expect(await listChargebacks(2)).toMatchObject([
      { state: 'booked', event_id: last },
      { state: 'booked', event_id: eventId, transaction_id: id },
    ]);
    expect((await listChargebacks(100)).filter(({ event_id }) => event_id === eventId)).toHaveLength(1);
  });

  it('with the event id of another kind of callback is still listed for staff', async () => {
    const [id, unpaid] = [await createPaid(), await shop.createNewPayment({ amount: 100 })];
    await shop.beginAttempt(unpaid);
    const [callback] = await world.database.query<{ event_id: string }[]>(
      `SELECT r.event_id FROM payment_callback r JOIN payment_attempt a ON a.reference = r.attempt_reference WHERE a.transaction_id = $1`,
      [id],
    );
    await reportChargeback(unpaid, { eventId: callback?.event_id });
    expect(await listChargebacks(1)).toMatchObject([{ state: 'for_staff', event_id: callback?.event_id, transaction_id: unpaid }]);
  });

  it('is listed for staff whether it is booked or not', async () => {
    const [id, unpaid] = [await createPaid(), await shop.createNewPayment({ amount: 100 })];
    const available = await availableBalance();
    await shop.beginAttempt(unpaid);
    const [first, second] = [await reportChargeback(id), await reportChargeback(unpaid)];
    const formatAmount = (minor: number): string => (minor / 100).toFixed(2);
    expect(await listChargebacks(2)).toMatchObject([
      { state: 'for_staff', event_id: second, transaction_id: unpaid, amount: '100.00', out_of_wallet: null },
      {
        state: 'booked',
        event_id: first,
        transaction_id: id,
        channel: 'mbank',
        amount: '100.00',
        currency: 'PLN',
        out_of_wallet: formatAmount(available),
        receivable: formatAmount(10_000 - available),
        partner_id: shop.shop.partnerId,
      },
    ]);
  });
});
