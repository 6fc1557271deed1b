import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from '../support/world.js';
import { FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

let world: World;
let payments: PaymentWorld;
let acquirer: FakeAcquirer;
let shop: PaymentShop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  acquirer = payments.acquirer;
  Object.assign(acquirer, new FakeAcquirer('fake'));
  shop = await payments.openPaymentShop();
});

const startPayment = async (body?: Record<string, unknown>): Promise<string> => {
  const id = await shop.createNewPayment(body);
  expect(await shop.beginAttempt(id)).toMatchObject({ ok: true, step: { kind: 'redirect' } });
  return id;
};

describe('a payment', () => {
  it('is paid when its acquirer reports this, and its money less the commission belongs to the partner', async () => {
    const id = await startPayment({ amount: 100 });
    expect(await shop.readStatus(id)).toBe('generated');
    expect((await shop.reportAttempt(id, { outcome: 'paid', money: { amountMinor: 10_000, currency: 'PLN' } })).text).toBe('TRUE');
    const { data } = (await shop.get(`/transactions/${id}`)).body;
    expect(data).toMatchObject({
      status: 'transaction_paid',
      channel: 'mbank',
      amount: { value: 100, currency: 'PLN', commission: 1.5, commission_currency: 'PLN' },
    });
    expect(data.paid_at).not.toBeNull();
    expect(await payments.entries(id)).toEqual([
      { kind: 'payment.paid', lines: { 'platform:clearing:mbank': 10_000, 'partner:available': -9_850, 'platform:commission': -150 } },
    ]);
  });

  it('that is requested concurrently with others is shown to its own service only', async () => {
    const other = await payments.openPaymentShop();
    const [ownId, otherId] = [await shop.createNewPayment({ amount: 12.34 }), await other.createNewPayment({ amount: 56.78 })];
    const requests = [shop, other, shop, other].flatMap((requester) => [ownId, otherId].map((id) => requester.get(`/transactions/${id}`)));
    const results = (await Promise.all(requests)).map(({ status, body }) => [status, body.data?.id, body.data?.amount.value]);
    const [ownResult, otherResult, notFound] = [
      [200, ownId, 12.34],
      [200, otherId, 56.78],
      [404, undefined, undefined],
    ];
    expect(results).toEqual([ownResult, notFound, notFound, otherResult, ownResult, notFound, notFound, otherResult]);
  });

  it('in another currency is shown with its exchange rate and its value in PLN, rounded to grosz', async () => {
    const id = await shop.createNewPayment({ amount: 10.01, currency: 'EUR' });
    await shop.beginAttempt(id, 'card');
    await shop.reportAttempt(id, { outcome: 'paid', money: { amountMinor: 1001, currency: 'EUR' } });
    expect((await shop.get(`/transactions/${id}`)).body.data.amount).toEqual({
      value: 43.7,
      currency: 'PLN',
      commission: 1.08,
      commission_currency: 'PLN',
      original: { value: 10.01, currency: 'EUR', pln_rate: '4.3653000000' },
    });
  });

  it('has the status confirmed until a worker captures the authorized money', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id, 'paypal');
    await shop.reportAttempt(id, { outcome: 'authorized' });
    expect(await shop.readStatus(id)).toBe('confirmed');
    await payments.pollAttempts();
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it('can be continued with another channel after a decline, and the earlier attempt stays stored', async () => {
    const id = await startPayment();
    await shop.reportAttempt(id, { outcome: 'failed', reason: 'insufficient_funds' } as never);
    expect(await shop.readStatus(id)).toBe('generated');
    await shop.beginAttempt(id, 'ing');
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect(await shop.attempts(id)).toMatchObject([
      { channel: 'mbank', state: 'failed', reason: 'insufficient_funds' },
      { channel: 'ing', state: 'paid' },
    ]);
    expect((await shop.get(`/transactions/${id}`)).body.data.channel).toBe('ing');
  });

  it('that is started three times concurrently through one channel has one attempt', async () => {
    const id = await shop.createNewPayment();
    const steps = await Promise.all([shop.beginAttempt(id), shop.beginAttempt(id), shop.beginAttempt(id)]);
    expect(steps.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(acquirer.started).toHaveLength(1);
    expect(await shop.attempts(id)).toHaveLength(1);
  });

  it('whose start got no response is polled, and is paid when the response to the poll says paid', async () => {
    const id = await shop.createNewPayment();
    acquirer.onStart = () => attemptResult({ outcome: 'unknown' });
    expect(await shop.beginAttempt(id)).toEqual({ ok: true, step: { kind: 'none' } });
    expect(await shop.readStatus(id)).toBe('new');
    acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await world.moveTimeForward({ seconds: 30 });
    await payments.pollAttempts();
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it('whose acquirer was not reached can be started again immediately, and such attempts do not count', async () => {
    const id = await shop.createNewPayment();
    acquirer.onStart = () => ({ outcome: 'not_sent' });
    // More often than the ten attempts that a payment may have.
    for (let attempt = 0; attempt < 12; attempt += 1)
      expect(await shop.beginAttempt(id)).toEqual({ ok: false, problem: 'channel_unreachable' });
    expect(await shop.readStatus(id)).toBe('new');
  });

  it('has failed after ten declined attempts', async () => {
    const id = await shop.createNewPayment();
    acquirer.onStart = () => attemptResult({ outcome: 'failed', reason: 'issuer_declined' } as never);
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(await shop.beginAttempt(id)).toMatchObject({ problem: 'declined', reason: 'issuer_declined' });
    expect(await shop.readStatus(id)).toBe('failure');
    expect(await shop.beginAttempt(id)).toMatchObject({ problem: 'not_possible_now' });
  });

  it('that its acquirer does not know has its attempt closed some minutes later, not before', async () => {
    const id = await shop.createNewPayment();
    acquirer.onStart = () => attemptResult({ outcome: 'unknown' });
    acquirer.onPoll = () => ({ outcome: 'not_found' });
    await shop.beginAttempt(id);
    await world.moveTimeForward({ seconds: 30 });
    await payments.pollAttempts();
    expect(await shop.attempts(id)).toMatchObject([{ state: 'sent' }]);
    await world.moveTimeForward({ minutes: 10 });
    await payments.pollAttempts();
    expect(await shop.attempts(id)).toMatchObject([{ state: 'not_found' }]);
  });
});

describe('money in suspense', () => {
  it('of a second success is reversed at the acquirer by the next poll', async () => {
    const id = await startPayment();
    await shop.beginAttempt(id, 'ing');
    const [first, second] = await shop.attempts(id);
    await shop.reportAttempt(id, { outcome: 'paid' }, second?.reference);
    await shop.reportAttempt(id, { outcome: 'paid' }, first?.reference);
    expect(await shop.attempts(id)).toMatchObject([{ state: 'return_due' }, { state: 'paid' }]);
    await payments.pollAttempts();
    expect(await shop.attempts(id)).toMatchObject([{ state: 'returned' }, { state: 'paid' }]);
    expect(acquirer.refunds).toMatchObject([{ money: { amountMinor: 1230, currency: 'PLN' } }]);
    expect((await payments.entries(id)).map(({ kind }) => kind)).toEqual(['payment.paid', 'payment.suspense', 'payment.suspense_returned']);
  });

  it('stays in suspense when the channel has no refunds', async () => {
    const id = await shop.createNewPayment({ amount: 50, currency: 'EUR' });
    await shop.beginAttempt(id, 'paysafecash');
    await shop.beginAttempt(id, 'card');
    const [voucher, card] = await shop.attempts(id);
    await shop.reportAttempt(id, { outcome: 'paid' }, card?.reference);
    await shop.reportAttempt(id, { outcome: 'paid' }, voucher?.reference);
    expect(await shop.attempts(id)).toMatchObject([{ state: 'suspense' }, { state: 'paid' }]);
  });

  it('of a wrong amount makes the payment fail when its attempt was authorized', async () => {
    const id = await shop.createNewPayment({ amount: 100 });
    await shop.beginAttempt(id, 'paypal');
    await shop.reportAttempt(id, { outcome: 'authorized' });
    expect(await shop.readStatus(id)).toBe('confirmed');
    await shop.reportAttempt(id, { outcome: 'paid', money: { amountMinor: 10_001, currency: 'PLN' } });
    expect(await shop.attempts(id)).toMatchObject([{ state: 'suspense' }]);
    expect(await shop.readStatus(id)).toBe('failure');
  });

  it('is booked for a wrong amount, and the payment stays unpaid', async () => {
    const id = await startPayment({ amount: 100 });
    await shop.reportAttempt(id, { outcome: 'paid', money: { amountMinor: 9_999, currency: 'PLN' } });
    expect(await shop.readStatus(id)).toBe('generated');
    expect(await payments.entries(id)).toEqual([
      { kind: 'payment.suspense', lines: { 'platform:clearing:mbank': 9_999, 'platform:suspense': -9_999 } },
    ]);
  });
});

describe('the time limit of a payment', () => {
  it('expires a payment without an attempt after 60 minutes', async () => {
    const id = await shop.createNewPayment();
    await world.moveTimeForward({ minutes: 59 });
    await payments.expirePayments();
    expect(await shop.readStatus(id)).toBe('new');
    await world.moveTimeForward({ minutes: 1 });
    await payments.expirePayments();
    expect(await shop.readStatus(id)).toBe('expired');
  });

  it('polls the acquirer before a payment with an attempt expires', async () => {
    const id = await startPayment();
    await world.moveTimeForward({ minutes: 60 });
    await payments.expirePayments();
    expect(await shop.readStatus(id)).toBe('generated');
    acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await payments.pollAttempts();
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it('does not keep late money from paying an expired payment', async () => {
    const id = await startPayment();
    await world.moveTimeForward({ minutes: 60 });
    await payments.expirePayments();
    // A payment with a sent or pending attempt gets 10 more minutes (`GRACE_MINUTES`).
    await world.moveTimeForward({ minutes: 11 });
    await payments.expirePayments();
    expect(await shop.readStatus(id)).toBe('expired');
    expect(await shop.attempts(id)).toMatchObject([{ state: 'lapsed' }]);
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it('is longer than two days for paysafecash, whose payers have days to pay', async () => {
    const id = await shop.createNewPayment({ amount: 50, currency: 'EUR' });
    await shop.beginAttempt(id, 'paysafecash');
    await world.moveTimeForward({ hours: 48 });
    await payments.expirePayments();
    await world.moveTimeForward({ minutes: 11 });
    await payments.expirePayments();
    expect(await shop.readStatus(id)).toBe('generated');
  });
});
