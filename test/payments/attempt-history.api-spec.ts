import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AbandonAttemptService } from '../../src/products/payments/attempts/abandon-attempt.service.js';
import type { AttemptResult } from '../../src/connectors/acquirers/port/attempt.js';
import { startWorld, type World } from '../support/world.js';
import { until } from '../support/until.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

let world: World;
let payments: PaymentWorld;
let acquirer: FakeAcquirer;
let shop: PaymentShop;
beforeAll(async () => {
  // Zero disables the velocity rules, so that no payment is held.
  world = await startWorld({ PAYMENT_HOLD_PER_ADDRESS: '0', PAYMENT_HOLD_PER_EMAIL: '0', PAYMENT_HOLD_PER_SYSTEM_ID: '0' });
  payments = paymentWorld(world);
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  acquirer = payments.acquirer;
  Object.assign(acquirer, new FakeAcquirer('fake'));
  shop = await payments.openPaymentShop();
  // Attempts of earlier tests are not polled in this test.
  await world.asOwner("UPDATE payment_attempt SET next_poll_at = 'infinity' WHERE next_poll_at IS NOT NULL");
});

/** All state changes of the payment and its attempts in order, each with its reason. */
async function history(id: string): Promise<string[]> {
  const rows = await world.database.query<{ to: string; reason: string }[]>(
    `SELECT to_status AS to, reason FROM state_history
     WHERE subject_id = $1 OR subject_id IN (SELECT reference FROM payment_attempt WHERE transaction_id = $1) ORDER BY sequence`,
    [id],
  );
  return rows.map(({ to, reason }) => `${to.replace('transaction_', 'payment ')}: ${reason}`);
}

type Outcome = Partial<AttemptResult> & Pick<AttemptResult, 'outcome'>;
const declined = { outcome: 'failed', reason: 'insufficient_funds' } as Outcome;
const codeDeclined = { ...declined, next: { kind: 'needsCode', alternatives: [] } } as Outcome;
const money = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });

async function startedPayment(channel: Parameters<PaymentShop['beginAttempt']>[1] = 'mbank'): Promise<string> {
  const id = await shop.createNewPayment({ customer: { email: 'jan@example.com' }, antifraud: { systemId: 'user-1' } });
  await shop.beginAttempt(id, channel);
  return id;
}
async function reportOutcomes(id: string, ...outcomes: Outcome[]): Promise<string> {
  for (const outcome of outcomes) await shop.reportAttempt(id, outcome);
  return id;
}
/** Creates a payment whose two attempts are both paid. The first attempt, which is paid later, is reversed at the acquirer. */
async function paidTwice(): Promise<string> {
  const id = await startedPayment();
  const [first] = await shop.attempts(id);
  await shop.beginAttempt(id, 'ing');
  await shop.reportAttempt(id, { outcome: 'paid' });
  await shop.reportAttempt(id, { outcome: 'paid' }, first?.reference);
  await payments.pollAttempts();
  return id;
}
const STARTED = ['pending: channel_started', 'payment generated: channel_started'];
const PAID = ['paid: channel_paid', 'payment paid: channel_paid'];

/** By title: a function that makes the payment, and the history that must result. */
const HISTORIES: Record<string, [makePayment: () => Promise<string>, expected: string[]]> = {
  'is paid': [async () => reportOutcomes(await startedPayment(), { outcome: 'paid' }), [...STARTED, ...PAID]],
  'is authorized and then captured': [
    async () => {
      const id = await reportOutcomes(await startedPayment('paypal'), { outcome: 'authorized' });
      await payments.pollAttempts();
      return id;
    },
    [...STARTED, 'authorized: channel_authorized', 'payment confirmed: channel_authorized', ...PAID],
  ],
  'is declined': [async () => reportOutcomes(await startedPayment(), declined), [...STARTED, 'failed: channel_failed']],
  'is cancelled at the acquirer': [
    async () => reportOutcomes(await startedPayment(), { outcome: 'canceled' }),
    [...STARTED, 'canceled: channel_canceled'],
  ],
  'expires at the acquirer': [
    async () => reportOutcomes(await startedPayment(), { outcome: 'expired' }),
    [...STARTED, 'expired: channel_expired'],
  ],
  'has its last code declined': [
    async () => {
      const id = await startedPayment('blik');
      acquirer.onCode = () => attemptResult(codeDeclined);
      for (let code = 0; code < 5; code += 1) await shop.submitPayerCode(id, '555123');
      return id;
    },
    [...STARTED, 'failed: too_many_codes'],
  ],
  'is not sent': [
    async () => {
      acquirer.onStart = () => ({ outcome: 'not_sent' });
      return startedPayment();
    },
    ['not_sent: channel_not_reached'],
  ],
  'is not sent, and is known to the acquirer after all': [
    async () => {
      acquirer.onStart = () => ({ outcome: 'not_sent' });
      const id = await startedPayment();
      return reportOutcomes(id, { outcome: 'pending' });
    },
    ['not_sent: channel_not_reached', 'lapsed: channel_knows_it'],
  ],
  'is unknown to the acquirer': [
    async () => {
      acquirer.onStart = () => attemptResult({ outcome: 'unknown' });
      acquirer.onPoll = () => ({ outcome: 'not_found' });
      const id = await startedPayment();
      await world.moveTimeForward({ minutes: 6 });
      await payments.pollAttempts();
      return id;
    },
    ['not_found: channel_does_not_know_it'],
  ],
  'is paid in addition to another attempt, and is reversed': [
    paidTwice,
    [...STARTED, 'lapsed: another_method', 'pending: channel_started', ...PAID, 'return_due: paid_already', 'returned: channel_returned'],
  ],
  'is paid in addition to another attempt, and whose reversal the acquirer rejects': [
    () => {
      acquirer.onRefund = () => ({ outcome: 'rejected', providerRef: null, data: null, rawCode: null, money: null });
      return paidTwice();
    },
    [...STARTED, 'lapsed: another_method', 'pending: channel_started', ...PAID, 'return_due: paid_already', 'suspense: return_rejected'],
  ],
  'is abandoned for another channel': [
    async () => {
      const id = await startedPayment();
      await world.get(AbandonAttemptService).run(id);
      await until(
        () => acquirer.cancelled.length,
        (count) => count > 0,
      );
      return id;
    },
    [...STARTED, 'lapsed: payer_left'],
  ],
  'is abandoned because the payer cancels the payment': [
    async () => {
      const id = await startedPayment();
      await world.get(AbandonAttemptService).cancelPayment(id);
      return id;
    },
    [...STARTED, 'lapsed: payer_left', 'payment canceled: payer_canceled'],
  ],
  'is paid with a wrong amount': [
    async () => reportOutcomes(await startedPayment(), { outcome: 'paid', money: money(99) }),
    [...STARTED, 'suspense: other_sum'],
  ],
  'is paid after it was declined': [
    async () => reportOutcomes(await startedPayment(), declined, { outcome: 'paid' }),
    [...STARTED, 'failed: channel_failed', ...PAID],
  ],
  'is declined after it was paid': [
    async () => reportOutcomes(await startedPayment(), { outcome: 'paid' }, declined),
    [...STARTED, ...PAID],
  ],
};

describe('the history of an attempt that', () => {
  it.each(Object.entries(HISTORIES))('%s', async (_, [makePayment, expected]) => {
    expect(await history(await makePayment())).toEqual(expected);
  });
});
