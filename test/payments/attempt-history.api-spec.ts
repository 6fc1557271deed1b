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
  // No payment is held, however often a payer pays.
  world = await startWorld({ PAYMENT_HOLD_PER_ADDRESS: '0', PAYMENT_HOLD_PER_EMAIL: '0', PAYMENT_HOLD_PER_SYSTEM_ID: '0' });
  payments = paymentWorld(world);
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  acquirer = payments.acquirer;
  Object.assign(acquirer, new FakeAcquirer('fake'));
  shop = await payments.open();
  await world.asOwner("UPDATE payment_attempt SET next_poll_at = 'infinity' WHERE next_poll_at IS NOT NULL");
});

/** Each change of the payment and its attempts, in order, with its reason. */
async function history(id: string): Promise<string[]> {
  const rows = await world.database.query<{ to: string; reason: string }[]>(
    `SELECT to_status AS to, reason FROM state_history
     WHERE subject_id = $1 OR subject_id IN (SELECT reference FROM payment_attempt WHERE transaction_id = $1) ORDER BY sequence`,
    [id],
  );
  return rows.map(({ to, reason }) => `${to.replace('transaction_', 'payment ')}: ${reason}`);
}

type Outcome = Partial<AttemptResult> & Pick<AttemptResult, 'outcome'>;
const failed = { outcome: 'failed', reason: 'insufficient_funds' } as Outcome;
const codeRefused = { ...failed, next: { kind: 'needsCode', alternatives: [] } } as Outcome;
const money = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });

async function begun(channel: Parameters<PaymentShop['begin']>[1] = 'mbank'): Promise<string> {
  const id = await shop.payment({ customer: { email: 'jan@example.com' }, antifraud: { systemId: 'user-1' } });
  await shop.begin(id, channel);
  return id;
}
async function reported(id: string, ...outcomes: Outcome[]): Promise<string> {
  for (const outcome of outcomes) await shop.report(id, outcome);
  return id;
}
/** Two attempts are paid, and the channel of the first is asked to give its money back. */
async function paidBesideAnother(): Promise<string> {
  const id = await begun();
  const [first] = await shop.attempts(id);
  await shop.begin(id, 'ing');
  await shop.report(id, { outcome: 'paid' });
  await shop.report(id, { outcome: 'paid' }, first?.reference);
  await payments.poll();
  return id;
}
const BEGUN = ['pending: channel_started', 'payment generated: channel_started'];
const PAID = ['paid: channel_paid', 'payment paid: channel_paid'];

/** What happens, and what the history keeps of it. */
const WAYS: Record<string, [way: () => Promise<string>, kept: string[]]> = {
  'is paid': [async () => reported(await begun(), { outcome: 'paid' }), [...BEGUN, ...PAID]],
  'is authorized and then captured': [
    async () => {
      const id = await reported(await begun('paypal'), { outcome: 'authorized' });
      await payments.poll();
      return id;
    },
    [...BEGUN, 'authorized: channel_authorized', 'payment confirmed: channel_authorized', ...PAID],
  ],
  'is refused': [async () => reported(await begun(), failed), [...BEGUN, 'failed: channel_failed']],
  'is cancelled at the channel': [async () => reported(await begun(), { outcome: 'canceled' }), [...BEGUN, 'canceled: channel_canceled']],
  'expires at the channel': [async () => reported(await begun(), { outcome: 'expired' }), [...BEGUN, 'expired: channel_expired']],
  'has its last code refused': [
    async () => {
      const id = await begun('blik');
      acquirer.onCode = () => attemptResult(codeRefused);
      for (let code = 0; code < 5; code += 1) await shop.code(id, '555123');
      return id;
    },
    [...BEGUN, 'failed: too_many_codes'],
  ],
  'does not leave': [
    async () => {
      acquirer.onStart = () => ({ outcome: 'not_sent' });
      return begun();
    },
    ['not_sent: channel_not_reached'],
  ],
  'does not leave, and is known to the channel after all': [
    async () => {
      acquirer.onStart = () => ({ outcome: 'not_sent' });
      const id = await begun();
      return reported(id, { outcome: 'pending' });
    },
    ['not_sent: channel_not_reached', 'lapsed: channel_knows_it'],
  ],
  'is unknown to the channel': [
    async () => {
      acquirer.onStart = () => attemptResult({ outcome: 'unknown' });
      acquirer.onPoll = () => ({ outcome: 'not_found' });
      const id = await begun();
      await world.forward({ minutes: 6 });
      await payments.poll();
      return id;
    },
    ['not_found: channel_does_not_know_it'],
  ],
  'is paid beside another, and given back': [
    paidBesideAnother,
    [...BEGUN, 'lapsed: another_method', 'pending: channel_started', ...PAID, 'return_due: paid_already', 'returned: channel_returned'],
  ],
  'is paid beside another, and is not taken back by its channel': [
    () => {
      acquirer.onRefund = () => ({ outcome: 'rejected', providerRef: null, data: null, rawCode: null, money: null });
      return paidBesideAnother();
    },
    [...BEGUN, 'lapsed: another_method', 'pending: channel_started', ...PAID, 'return_due: paid_already', 'suspense: return_rejected'],
  ],
  'is left for another method': [
    async () => {
      const id = await begun();
      await world.get(AbandonAttemptService).run(id);
      await until(
        () => acquirer.cancelled.length,
        (count) => count > 0,
      );
      return id;
    },
    [...BEGUN, 'lapsed: payer_left'],
  ],
  'is left with the payment': [
    async () => {
      const id = await begun();
      await world.get(AbandonAttemptService).cancelPayment(id);
      return id;
    },
    [...BEGUN, 'lapsed: payer_left', 'payment canceled: payer_canceled'],
  ],
  'is paid with another sum': [
    async () => reported(await begun(), { outcome: 'paid', money: money(99) }),
    [...BEGUN, 'suspense: other_sum'],
  ],
  'is paid after it was refused': [
    async () => reported(await begun(), failed, { outcome: 'paid' }),
    [...BEGUN, 'failed: channel_failed', ...PAID],
  ],
  'is refused after it was paid': [async () => reported(await begun(), { outcome: 'paid' }, failed), [...BEGUN, ...PAID]],
};

describe('the history of an attempt that', () => {
  it.each(Object.entries(WAYS))('%s', async (_, [way, kept]) => {
    expect(await history(await way())).toEqual(kept);
  });
});
