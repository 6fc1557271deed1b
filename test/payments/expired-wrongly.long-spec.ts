import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ExpiryPeriod, ExpiredPaymentsQuery } from '../../src/products/payments/review/expired-payments.query.js';
import { PollAttemptService } from '../../src/products/payments/attempts/poll-attempt.service.js';
import { runCommandWith } from '../cli/cli-world.js';
import { startWorld, type World } from '../support/world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { attemptResult } from './support/fake-acquirer.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  shop = await payments.openPaymentShop();
});
afterAll(() => stopAndVerifyLedger(world));

const ANY_TIME: ExpiryPeriod = { since: new Date(0), until: null };
const expired = (period = ANY_TIME) => world.get(ExpiredPaymentsQuery).run(period, 100);
const idsOf = async (period?: ExpiryPeriod): Promise<string[]> => (await expired(period)).map(({ payment }) => payment.id);
/** Expires all payments as a wrong clock would: after 60 minutes, and after ten more those with a started attempt. */
async function expireAll(): Promise<void> {
  for (const minutes of [60, 10]) {
    await world.moveTimeForward({ minutes });
    await payments.expirePayments();
  }
}

it('wrongly expired payments are listed and polled, and are paid when the poll finds their money', async () => {
  const [withoutAttempt, unpaid, paidLate] = [await shop.createNewPayment(), await shop.createNewPayment(), await shop.createNewPayment()];
  for (const id of [unpaid, paidLate]) await shop.beginAttempt(id);
  await expireAll();
  expect((await idsOf()).toSorted()).toEqual([withoutAttempt, unpaid, paidLate].toSorted());
  const past = { since: new Date(0), until: new Date(Date.now() - 3_600_000) };
  expect(await idsOf(past)).toEqual([]);

  const [attempted] = await shop.attempts(paidLate);
  payments.acquirer.onPoll = (attempt) =>
    attemptResult({ outcome: attempt.reference === attempted?.reference.replaceAll('-', '') ? 'paid' : 'pending' });
  const pollOutcomes = new Map<string, unknown[]>();
  for (const { payment, attempts } of await expired()) {
    const outcomes = [];
    for (const attempt of attempts) outcomes.push(await world.get(PollAttemptService).pollEnded(attempt));
    pollOutcomes.set(payment.id, outcomes);
  }
  expect([withoutAttempt, unpaid, paidLate].map((id) => pollOutcomes.get(id))).toEqual([[], ['pending'], ['paid']]);
  expect([await shop.readStatus(withoutAttempt), await shop.readStatus(unpaid), await shop.readStatus(paidLate)]).toEqual([
    'expired',
    'expired',
    'paid',
  ]);
  expect((await payments.entries(paidLate)).map(({ kind }) => kind)).toEqual(['payment.paid']);
  expect((await idsOf()).toSorted()).toEqual([withoutAttempt, unpaid].toSorted());

  const { out, code } = await runCommandWith({ ...world.settings }, ['payment', 'expired', '--since', '1h', '--poll', '--json']);
  const listed = JSON.parse(out) as { transaction_id: string; channels: string; polled: string | null }[];
  expect(code).toBe(0);
  expect(listed.find(({ transaction_id }) => transaction_id === withoutAttempt)).toMatchObject({ channels: '', polled: null });
  // Commands have no account at the acquirer of this test.
  expect(listed.find(({ transaction_id }) => transaction_id === unpaid)).toMatchObject({ channels: 'mbank', polled: 'cannot_be_polled' });
  const limited = await runCommandWith({ ...world.settings }, ['payment', 'expired', '--since', '1h', '--poll', '--limit', '1', '--json']);
  expect(JSON.parse(limited.out)).toHaveLength(1);
  expect(limited.err).toContain('The list is limited to 1.');
  const { out: csv } = await runCommandWith({ ...world.settings }, ['payment', 'expired', '--since', '1h', '--limit', '1', '--csv']);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2);
});
