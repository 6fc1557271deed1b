import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PaymentPageQuery } from '../../src/products/payments/checkout/payment-page.query.js';
import { PaymentStatesQuery } from '../../src/products/payments/checkout/payment-states.query.js';
import { startWorld, type World } from '../support/world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { FakeAcquirer } from './support/fake-acquirer.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { type RefundShop, refundResult, refundShop, sendRefunds } from './support/refund-shop.js';

let world: World;
let payments: PaymentWorld;
let acquirer: FakeAcquirer;
let shop: PaymentShop;
let refunds: RefundShop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  acquirer = payments.acquirer;
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  Object.assign(acquirer, new FakeAcquirer('fake'));
  shop = await payments.openPaymentShop();
  refunds = refundShop(world, shop);
});
afterEach(async () => {
  while (await sendRefunds(world));
});

const listRefunds = (id: string) => shop.get(`/transactions/${id}/refunds`);
/** Pays another payment: the gateway keeps the commission of each, so one payment alone does not cover a refund of its whole amount. */
const fundWallet = (): Promise<string> => refunds.createPaidTransaction({ amount: 100 });

describe('a refund', () => {
  it('is sent under its own reference, and is booked against the acquirer’s clearing account when it is completed', async () => {
    await fundWallet();
    const id = await refunds.createPaidTransaction({ amount: 12.3 });
    const before = await refunds.wallet();
    const refund = await refunds.createNewRefund(id, 2.3);
    await sendRefunds(world);
    expect(await refunds.status(refund)).toBe('completed');
    expect(acquirer.refunds).toMatchObject([{ reference: refund.replaceAll('-', ''), money: { amountMinor: 230, currency: 'PLN' } }]);
    expect(await refunds.wallet()).toEqual({ available: before.available - 230, reserved: 0 });
    expect(await payments.entries(id)).toMatchObject([
      { kind: 'payment.paid' },
      { kind: 'refund.reserved', lines: { 'partner:available': 230, 'partner:reserved': -230 } },
      { kind: 'refund.completed', lines: { 'partner:reserved': 230, 'platform:clearing:mbank': -230 } },
    ]);
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it.each(['rejected', 'failed'] as const)('that is %s returns the money to the wallet, and can be repeated', async (outcome) => {
    await fundWallet();
    const id = await refunds.createPaidTransaction({ amount: 12.3 });
    const before = await refunds.wallet();
    acquirer.onRefund = () => refundResult(outcome, { rawCode: 'TOO_LATE' });
    const refund = await refunds.createNewRefund(id);
    await sendRefunds(world);
    expect(await refunds.status(refund)).toBe(outcome);
    expect(await refunds.wallet()).toEqual(before);
    acquirer.onRefund = () => refundResult('completed');
    await refunds.createNewRefund(id);
    await sendRefunds(world);
    expect(await shop.readStatus(id)).toBe('refunded');
  });

  it('in parts makes the payment refunded when the last part is completed', async () => {
    await fundWallet();
    const id = await refunds.createPaidTransaction({ amount: 3 });
    for (const amount of [1, 1.5]) {
      await refunds.createNewRefund(id, amount);
      await sendRefunds(world);
      expect(await shop.readStatus(id)).toBe('paid');
    }
    const last = await refunds.createNewRefund(id, 0.5);
    expect(await shop.readStatus(id)).toBe('paid');
    await sendRefunds(world);
    expect([await refunds.status(last), await shop.readStatus(id)]).toEqual(['completed', 'refunded']);
    expect((await shop.get(`/transactions/${id}`)).body.data).toMatchObject({
      status: 'transaction_refunded',
      paid_at: expect.any(String),
    });
  });

  it('in another currency is sent in this currency, and takes its value in PLN at the rate of the payment', async () => {
    await refunds.createPaidTransaction({ amount: 900 });
    const id = await refunds.createPaidTransaction({ amount: 10, currency: 'EUR' }, 'card');
    // A newer rate, which must not be used.
    await world.asOwner(
      `INSERT INTO payment_rate_table (name, effective_on, number, stored_at) VALUES ('A', '2026-01-02', '001/A/NBP/2026', now());
       INSERT INTO payment_exchange_rate (currency, effective_on, table_name, pln_rate) VALUES ('EUR', '2026-01-02', 'A', 9)`,
    );
    const before = await refunds.wallet();
    for (const amount of [3.33, 3.33, 3.34]) await refunds.createNewRefund(id, amount);
    await sendRefunds(world);
    expect(
      (await listRefunds(id)).body.data.map((refund: Record<string, unknown>) => [
        refund['amount'],
        refund['currency'],
        refund['wallet_amount'],
      ]),
    ).toEqual([
      [3.34, 'EUR', 14.58],
      [3.33, 'EUR', 14.53],
      [3.33, 'EUR', 14.54],
    ]);
    expect(acquirer.refunds.map(({ money }) => money.currency)).toEqual(['EUR', 'EUR', 'EUR']);
    expect(await refunds.wallet()).toEqual({ available: before.available - 4_365, reserved: 0 });
    expect(await shop.readStatus(id)).toBe('refunded');
  });

  it('is listed newest first, and a payment without refunds has an empty list', async () => {
    await fundWallet();
    const id = await refunds.createPaidTransaction();
    expect((await listRefunds(id)).body).toEqual({ success: true, data: [] });
    const [first, second] = [await refunds.createNewRefund(id, 1), await refunds.createNewRefund(id, 2)];
    expect((await listRefunds(id)).body.data.map(({ id: refund }: { id: string }) => refund)).toEqual([second, first]);
  });
});

describe('the payer’s page', () => {
  const pageText = async (id: string, language: string): Promise<string> =>
    (await (await fetch(`${world.http.baseUrl}/pay/${id}`, { headers: { 'Accept-Language': language } })).text()).replaceAll('\u00a0', ' ');

  it('shows refunded and pending amounts, and a full refund, in each language', async () => {
    await fundWallet();
    const id = await refunds.createPaidTransaction({ amount: 50 });
    const paymentStates = world.get(PaymentStatesQuery);
    const states = [(await paymentStates.run([id])).get(id)];
    await refunds.createNewRefund(id, 20);
    await sendRefunds(world);
    states.push((await paymentStates.run([id])).get(id));
    await refunds.createNewRefund(id, 5);
    states.push((await paymentStates.run([id])).get(id));
    expect(new Set(states).size).toBe(3);
    expect(await world.get(PaymentPageQuery).run(id)).toMatchObject({
      stage: 'paid',
      refundMinor: 2_500,
      refundedMinor: 2_000,
      state: states[2],
    });
    for (const [language, refundedText, pendingText] of [
      ['en', 'PLN 20.00 has been refunded to the payment method that you used', 'PLN 5.00 is being refunded to you'],
      ['pl', 'Kwota 20,00 zł została Ci zwrócona', 'Kwota 5,00 zł jest w drodze do Ciebie'],
      ['de', '20,00 PLN wurden Ihnen', '5,00 PLN sind auf dem Weg zurück'],
      ['uk', 'Суму 20,00 PLN вам повернено', 'Сума 5,00 PLN повертається до вас'],
    ] as const) {
      const text = await pageText(id, language);
      expect(text).toContain(refundedText);
      expect(text).toContain(pendingText);
    }
    await refunds.createNewRefund(id);
    await sendRefunds(world);
    for (const [language, heading] of [
      ['en', 'Payment refunded'],
      ['pl', 'zwrócona'],
      ['de', 'erstattet'],
      ['uk', 'повернено'],
    ] as const)
      expect((await pageText(id, language)).toLowerCase()).toContain(heading.toLowerCase());
  });
});
