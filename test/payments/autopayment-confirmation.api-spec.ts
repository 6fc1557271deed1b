import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BusinessClock } from '../../src/common/time/clocks.js';
import type { PayerMandate } from '../../src/products/payments/checkout/payer-mandate.js';
import { PayerRecurringQuery } from '../../src/products/payments/checkout/payer-recurring.query.js';
import { PaymentTransaction } from '../../src/products/payments/payments/payment-transaction.entity.js';
import { ReviewHeldPaymentService } from '../../src/products/payments/review/review-held-payment.service.js';
import { ConfirmChargeService } from '../../src/products/payments/subscriptions/charges/confirm-charge.service.js';
import { moveToNoon } from '../support/noon.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { expectLedgerValid } from './support/expect-ledger-valid.js';
import { attemptResult } from './support/fake-acquirer.js';
import { fakeMandateResult } from './support/fake-mandates.js';
import { MANDATE_PAYER, subscriptionShop, type SubscribedIds, type SubscriptionShop } from './support/subscription-shop.js';
import { paymentWorld, type PaymentWorld } from './support/payment-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: SubscriptionShop;
let confirm: ConfirmChargeService;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '2' });
  await moveToNoon(world);
  payments = paymentWorld(world);
  shop = await subscriptionShop(payments);
  confirm = world.get(ConfirmChargeService);
});
beforeEach(() => shop.fakeMandates.reset());
afterAll(() => world.stop());

let payers = 0;
/** Creates a payer who has just paid twice, so that the next payment breaks the velocity rule. */
async function frequentPayer(): Promise<{ email: string; createPayment: (amount?: number) => Promise<string> }> {
  const email = `payer-${(payers += 1)}@example.com`;
  const customer = { ...MANDATE_PAYER.customer, email };
  for (let count = 0; count < 2; count += 1) {
    const id = await shop.createNewPayment({ customer });
    await shop.beginAttempt(id);
    await shop.reportAttempt(id, { outcome: 'paid' });
  }
  return { email, createPayment: (amount = 10) => shop.createRecurringPayment(amount, { customer }) };
}

/** Starts a charge that waits for the confirmation of the payer. */
const unconfirmedCharge = async (terms?: Record<string, unknown>): Promise<SubscribedIds & { charge: string }> => {
  const subscription = await shop.createActive(terms);
  const charge = await (await frequentPayer()).createPayment();
  const response = await shop.autopay(subscription.id, { transactionId: charge, alias: { label: 'Anew' } });
  expect([response.status, response.body.data]).toEqual([200, { needsUserConfirmation: true }]);
  return { ...subscription, charge };
};

/** @returns the mandate that the page of the payment shows; null when the page shows none. */
const shownMandate = async (id: string): Promise<PayerMandate | null> => {
  const row = await world.database.manager.findOneByOrFail(PaymentTransaction, { id });
  return (await world.get(PayerRecurringQuery).readRecurring(row, []))?.mandate ?? null;
};
const awaitsPayer = async (id: string): Promise<boolean | undefined> => (await shownMandate(id))?.awaitsPayer;

describe('a charge that breaks the velocity rule', () => {
  it('waits for the payer without a provider request, and counts against the limits', async () => {
    const { id, charge } = await unconfirmedCharge(shop.modelATerms());
    expect([shop.fakeMandates.charged, await shop.attempts(charge), await shop.readStatus(charge)]).toEqual([[], [], 'new']);
    expect(await shop.findRow(id)).toMatchObject({ charge_count: 1, charge_minor: '1000', paid_count: 0 });
    expect((await shop.charge(id)).body.errorCode).toBe('ATTEMPT_IN_PROGRESS');
  });

  it('shows the payer the terms, and is charged after the confirmation without being held', async () => {
    const { id, charge } = await unconfirmedCharge(shop.modelATerms());
    expect(await shownMandate(charge)).toMatchObject({
      part: 'charged',
      awaitsPayer: true,
      label: 'Books of the month',
      terms: { model: 'A', frequency: '1M', amountLimitMinor: 3_000, totalLimitMinor: 12_000 },
      status: 'subscription_active',
      nextChargeAt: expect.any(Date),
    });
    expect(await confirm.run(charge)).toEqual({ ok: true, step: { kind: 'none' } });
    expect(shop.fakeMandates.charged).toMatchObject([{ label: 'Anew', until: null }]);
    expect([await shop.readStatus(charge), (await shop.findRow(id))['paid_count']]).toEqual(['paid', 1]);
    expect([await awaitsPayer(charge), await confirm.run(charge)]).toEqual([false, { ok: false, problem: 'not_possible_now' }]);
  });

  it('is not held after the confirmation, even when its money arrives later', async () => {
    const { id, charge } = await unconfirmedCharge();
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'pending' });
    await confirm.run(charge);
    await shop.reportAttempt(charge, { outcome: 'paid' });
    expect([await shop.readStatus(charge), (await shop.findRow(id))['paid_count']]).toEqual(['paid', 1]);
  });

  it('is charged once, however often it is confirmed concurrently', async () => {
    const { charge } = await unconfirmedCharge();
    const results = await Promise.all(times(10, () => confirm.run(charge)));
    expect([results.filter(({ ok }) => ok).length, shop.fakeMandates.charged.length]).toEqual([1, 1]);
  });

  it('is not charged once the time of its subscription is over, even before a worker has ended the subscription', async () => {
    const now = world.get(BusinessClock).now();
    const { id, charge } = await unconfirmedCharge({ model: 'O', expiresAt: new Date(now.getTime() + 30 * 60_000).toISOString() });
    await world.moveTimeForward({ minutes: 31 });
    expect(await confirm.run(charge)).toEqual({ ok: false, problem: 'not_possible_now' });
    expect([shop.fakeMandates.charged, await shop.statesWithAlias(id)]).toEqual([[], ['active', 'active']]);
  });

  it('is not charged when the payer does not confirm in time, and is removed from the limits', async () => {
    const { id, charge } = await unconfirmedCharge(shop.modelATerms());
    await world.moveTimeForward({ minutes: 61 });
    expect(await confirm.run(charge)).toEqual({ ok: false, problem: 'not_possible_now' });
    await payments.expirePayments();
    expect([await shop.readStatus(charge), (await shop.findRow(id))['charge_count'], await awaitsPayer(charge)]).toEqual([
      'expired',
      0,
      false,
    ]);
    expect((await shop.charge(id, 10, { attempt: 0 })).body.data).toEqual({ needsUserConfirmation: false });
  });

  it('is not charged after its subscription has ended', async () => {
    const { id, charge } = await unconfirmedCharge();
    await shop.reportMandate(id, { outcome: 'revoked', by: 'payer' });
    expect(await confirm.run(charge)).toEqual({ ok: false, problem: 'not_possible_now' });
    expect(shop.fakeMandates.charged).toEqual([]);
  });

  it.each([
    [attemptResult({ outcome: 'failed', reason: 'insufficient_funds' }), { ok: false, problem: 'declined', reason: 'insufficient_funds' }],
    [{ outcome: 'not_sent' } as const, { ok: false, problem: 'channel_unreachable' }],
  ])('may be declined after the confirmation: %j', async (result, expected) => {
    const { charge } = await unconfirmedCharge();
    shop.fakeMandates.onCharge = () => result;
    expect(await confirm.run(charge)).toEqual(expected);
  });

  it('gets the same response when the request is repeated', async () => {
    const { id } = await shop.createActive();
    const transactionId = await (await frequentPayer()).createPayment();
    const headers = { 'Idempotency-Key': `held-${id}` };
    await shop.autopay(id, { transactionId }, { headers });
    await world.asOwner('DELETE FROM idempotency_key WHERE key = $1', [headers['Idempotency-Key']]);
    expect((await shop.autopay(id, { transactionId }, { headers })).body.data).toEqual({ needsUserConfirmation: true });
  });

  it('is the only payment that can be confirmed: other ids are rejected', async () => {
    for (const id of ['x', '8c1b6a2e-93d4-4f0e-a7c5-2d1e0f9b8a76', await shop.createRecurringPayment()])
      expect(await confirm.run(id)).toEqual({ ok: false, problem: 'not_possible_now' });
  });
});

describe('a held payment', () => {
  const holdMoney = async (transactionId: string, email: string): Promise<void> => {
    for (let count = 0; count < 2; count += 1) {
      const other = await shop.createNewPayment({ customer: { ...MANDATE_PAYER.customer, email } });
      await shop.beginAttempt(other);
      await shop.reportAttempt(other, { outcome: 'paid' });
    }
    await shop.reportAttempt(transactionId, { outcome: 'paid' });
    expect(await shop.readStatus(transactionId)).toBe('fraud_possibility');
  };

  it('ends the subscription that it charged when staff reject it, and is removed from the limits', async () => {
    const { id } = await shop.createActive();
    const email = 'stranger@example.com';
    const transactionId = await shop.createRecurringPayment(10, { customer: { ...MANDATE_PAYER.customer, email } });
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'pending' });
    await shop.autopay(id, { transactionId });
    await holdMoney(transactionId, email);
    expect(await shop.findRow(id)).toMatchObject({ charge_count: 1, paid_count: 0 });
    expect(await world.get(ReviewHeldPaymentService).reject(transactionId)).toBe(true);
    expect([await shop.statesWithAlias(id), await shop.findRow(id)]).toMatchObject([
      ['fraudulent', 'unregistered'],
      { cancelled_by: 'antifraud', cancelled_reason: 'payment_refused', paid_count: 0, charge_count: 0 },
    ]);
    expect((await shop.charge(id)).body.errorCode).toBe('SUBSCRIPTION_NOT_ACTIVE');
    await shop.pollDue();
    expect(shop.fakeMandates.revoked).toHaveLength(1);
  });

  it.each([
    ['pending', 'cancelled'],
    ['active', 'fraudulent'],
  ])('ends the subscription that began with it when staff reject it: %s becomes %s', async (before, after) => {
    const email = `began-${before}@example.com`;
    const transactionId = await shop.createRecurringPayment(10, { customer: { ...MANDATE_PAYER.customer, email } });
    const { subscriptionId: id } = (await shop.subscribe(await shop.createRequestBody({ transactionId }))).body.data;
    if (before === 'active') await shop.reportMandate(id, { outcome: 'active' });
    await holdMoney(transactionId, email);
    expect(await world.get(ReviewHeldPaymentService).reject(transactionId)).toBe(true);
    expect([await shop.statesWithAlias(id), (await shop.findRow(id))['cancelled_by']]).toEqual([[after, 'unregistered'], 'antifraud']);
  });

  it.each([
    ['release', ['finished', 'unregistered']],
    ['reject', ['fraudulent', 'unregistered']],
  ] as const)(
    'that is the last charge of its subscription leaves the subscription open until staff %s the payment',
    async (decision, after) => {
      const { id } = await shop.createActive(shop.modelATerms({ transactionsCountLimit: 1 }));
      const email = `last-${decision}@example.com`;
      const transactionId = await shop.createRecurringPayment(10, { customer: { ...MANDATE_PAYER.customer, email } });
      shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'pending' });
      await shop.autopay(id, { transactionId });
      await holdMoney(transactionId, email);
      await shop.expireDue();
      expect([await shop.statesWithAlias(id), (await shop.charge(id)).body.errorCode]).toEqual([
        ['active', 'active'],
        'COUNT_LIMIT_EXCEEDED',
      ]);
      await world.get(ReviewHeldPaymentService)[decision](transactionId);
      await shop.expireDue();
      expect(await shop.statesWithAlias(id)).toEqual(after);
    },
  );

  it('ends the subscription that began with it when staff reject it, also after an earlier declined registration', async () => {
    const email = 'second-code@example.com';
    const transactionId = await shop.createRecurringPayment(10, { customer: { ...MANDATE_PAYER.customer, email } });
    shop.fakeMandates.onRegister = () => fakeMandateResult({ outcome: 'failed', reason: 'code_invalid' });
    expect((await shop.subscribe(await shop.createRequestBody({ transactionId }))).status).toBe(400);
    shop.fakeMandates.reset();
    const { subscriptionId: id } = (await shop.subscribe(await shop.createRequestBody({ transactionId }))).body.data;
    await shop.reportMandate(id, { outcome: 'active' });
    await holdMoney(transactionId, email);
    await world.get(ReviewHeldPaymentService).reject(transactionId);
    expect(await shop.statesWithAlias(id)).toEqual(['fraudulent', 'unregistered']);
  });

  it('leaves its subscription cancelled when the payer ended it before staff reject the payment', async () => {
    const email = 'ended-before@example.com';
    const { id } = await shop.createActive();
    const transactionId = await shop.createRecurringPayment(10, { customer: { ...MANDATE_PAYER.customer, email } });
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'pending' });
    await shop.autopay(id, { transactionId });
    await holdMoney(transactionId, email);
    await shop.reportMandate(id, { outcome: 'revoked', by: 'payer' });
    await world.get(ReviewHeldPaymentService).reject(transactionId);
    expect([await shop.readStatus(transactionId), await shop.statesWithAlias(id)]).toEqual(['fraud', ['cancelled', 'unregistered']]);
  });

  it('ends the subscription that it charged when staff reject it, and not the one whose charge was not sent', async () => {
    const email = 'other-subscription@example.com';
    const [uncharged, charged] = [await shop.createActive(), await shop.createActive()];
    const transactionId = await shop.createRecurringPayment(10, { customer: { ...MANDATE_PAYER.customer, email } });
    shop.fakeMandates.onCharge = () => ({ outcome: 'not_sent' });
    expect((await shop.autopay(uncharged.id, { transactionId })).status).toBe(503);
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'pending' });
    expect((await shop.autopay(charged.id, { transactionId })).status).toBe(200);
    await holdMoney(transactionId, email);
    await world.get(ReviewHeldPaymentService).reject(transactionId);
    expect([await shop.statesWithAlias(uncharged.id), await shop.statesWithAlias(charged.id)]).toEqual([
      ['active', 'active'],
      ['fraudulent', 'unregistered'],
    ]);
  });
});

it('the ledger agrees with the payments after all tests', () => expectLedgerValid(world));
