import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { HandleAcquirerCallbackService } from '../../src/products/payments/acquirer-callbacks/handle-acquirer-callback.service.js';
import { PollAttemptService } from '../../src/products/payments/attempts/poll-attempt.service.js';
import { AbandonAttemptService } from '../../src/products/payments/attempts/abandon-attempt.service.js';
import { PaymentPageQuery } from '../../src/products/payments/checkout/payment-page.query.js';
import { ReviewHeldPaymentService } from '../../src/products/payments/review/review-held-payment.service.js';
import { uuidToReference } from '../../src/common/reference.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

let world: World;
let payments: PaymentWorld;
let acquirer: FakeAcquirer;
let shop: PaymentShop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all', PAYMENT_HOLD_PER_EMAIL: '2' });
  payments = paymentWorld(world);
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  acquirer = payments.acquirer;
  Object.assign(acquirer, new FakeAcquirer('fake'));
  shop = await payments.openPaymentShop();
});

const createPaid = async (email: string, more: Record<string, unknown> = {}): Promise<string> => {
  const id = await shop.createNewPayment({ amount: 100, customer: { email }, ...more });
  await shop.beginAttempt(id);
  await shop.reportAttempt(id, { outcome: 'paid' });
  return id;
};
const entryKinds = async (id: string): Promise<string[]> => (await payments.entries(id)).map(({ kind }) => kind);

describe('a payer who pays more often than the velocity rule allows', () => {
  const createHeld = async (email: string): Promise<string> => {
    expect(await shop.readStatus(await createPaid(email))).toBe('paid');
    expect(await shop.readStatus(await createPaid(email.toUpperCase()))).toBe('paid');
    return createPaid(email);
  };

  it('has the payment held until staff release it', async () => {
    const id = await createHeld('often@example.com');
    expect((await shop.get(`/transactions/${id}`)).body.data).toMatchObject({ status: 'transaction_fraud_possibility', paid_at: null });
    expect(await payments.entries(id)).toEqual([
      { kind: 'payment.held', lines: { 'platform:clearing:mbank': 10_000, 'platform:held': -10_000 } },
    ]);
    expect(await world.get(PaymentPageQuery).run(id)).toMatchObject({ stage: 'checking', channels: [], canAbandon: false });
    expect(await world.get(ReviewHeldPaymentService).release(id)).toBe(true);
    expect(await world.get(ReviewHeldPaymentService).release(id)).toBe(false);
    expect(await shop.readStatus(id)).toBe('paid');
    expect(await entryKinds(id)).toEqual(['payment.held', 'payment.released']);
  });

  it('has the payment reversed when staff reject it', async () => {
    const id = await createHeld('fraud@example.com');
    expect(await world.get(ReviewHeldPaymentService).reject(id)).toBe(true);
    expect(await shop.readStatus(id)).toBe('fraud');
    await payments.pollAttempts();
    expect(await shop.attempts(id)).toMatchObject([{ state: 'returned' }]);
    expect(await entryKinds(id)).toEqual(['payment.held', 'payment.refused', 'payment.suspense_returned']);
    expect(await world.get(ReviewHeldPaymentService).release(id)).toBe(false);
  });

  it('has money that another attempt brings after the rejection reversed, too', async () => {
    await createPaid('twice@example.com');
    await createPaid('twice@example.com');
    const id = await shop.createNewPayment({ amount: 100, customer: { email: 'twice@example.com' } });
    await shop.beginAttempt(id, 'ing');
    await shop.beginAttempt(id, 'mbank');
    const [first] = await shop.attempts(id);
    await shop.reportAttempt(id, { outcome: 'paid' });
    await world.get(ReviewHeldPaymentService).reject(id);
    await shop.reportAttempt(id, { outcome: 'paid' }, first?.reference);
    await payments.pollAttempts();
    expect(await shop.readStatus(id)).toBe('fraud');
    expect((await shop.attempts(id)).map(({ state }) => state)).toEqual(['returned', 'returned']);
  });

  it('is below the limit again an hour later', async () => {
    const id = await createHeld('later@example.com');
    expect(await shop.readStatus(id)).toBe('fraud_possibility');
    await world.moveTimeForward({ minutes: 61 });
    expect(await shop.readStatus(await createPaid('later@example.com'))).toBe('paid');
  });
});

describe('notifications', () => {
  /** Verifies the signatures of both notifications of a payment. @returns the data of the notifications. */
  const notificationsOf = async (id: string): Promise<Record<string, unknown>[]> => {
    const bodies = await until(
      () => shop.shop.receiver.requests.filter(({ body }) => body.includes(id)),
      ({ length }) => length === 2,
    );
    const key = await shop.ipnKey();
    return bodies.map(({ body }) => {
      const { signature, ...signed } = JSON.parse(body);
      const leaves = (value: unknown): unknown[] =>
        typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
      const text = `${leaves(signed).join('|')}|${key}`;
      expect(createHash('sha256').update(text).digest('hex')).toBe(signature);
      return signed.data;
    });
  };

  it('are sent for each status after transaction_new, in order, with signatures that a partner can verify', async () => {
    const notified = await notificationsOf(await createPaid('told@example.com'));
    expect(notified.map(({ status }) => status)).toEqual(['transaction_generated', 'transaction_paid']);
    expect(notified[1]).toMatchObject({
      amount: { final_value: '100.00', commission_system: '1.50', commission_partner: '98.50' },
      payment: { channel: 'mbank', type: 'transfer' },
      customer: {},
    });
  });

  it('have the country of the billing address when no other country is known', async () => {
    const billing = { surname: null, street: null, city: null, postalCode: null, country: 'pl' };
    const [generated] = await notificationsOf(await createPaid('billed@example.com', { billing }));
    expect(generated?.['customer']).toEqual({ country_code: 'PL' });
  });
});

describe('a callback', () => {
  const event = (more: object): object => ({
    kind: 'attempt',
    eventId: 'e',
    providerRef: null,
    reference: null,
    result: attemptResult({ outcome: 'paid' }),
    ...more,
  });

  it('from an unverified source or for an unknown account is rejected', async () => {
    acquirer.onCallback = () => ({ verdict: 'rejected' });
    expect((await world.http.post('/connectors/channels/fake/reports', { body: {} })).status).toBe(401);
    expect((await world.http.post('/connectors/channels/nobody/reports', { body: {} })).status).toBe(404);
  });

  it('about an unknown attempt is accepted and stored without effect', async () => {
    const reference = uuidToReference('019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607');
    const sent = event({ eventId: 'of-nothing', reference });
    expect((await world.http.post('/connectors/channels/fake/reports', { body: sent })).text).toBe('TRUE');
    const rows = await world.database.query(`SELECT effect FROM payment_callback WHERE event_id = 'of-nothing'`);
    expect(rows).toEqual([{ effect: 'unknown_attempt' }]);
  });

  it('that is only a hint makes the gateway poll', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id);
    const [attempt] = await shop.attempts(id);
    acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    acquirer.onCallback = () => ({
      verdict: 'hint',
      about: [{ providerRef: null, reference: uuidToReference(attempt?.reference ?? '') }],
      answer: { status: 202, contentType: 'application/json', body: '{}' },
    });
    expect((await fetch(`${world.http.baseUrl}/connectors/channels/fake/reports`, { method: 'POST', body: '{}' })).status).toBe(202);
    await payments.pollAttempts();
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it('of one account does not change an attempt of another account', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id);
    const [attempt] = await shop.attempts(id);
    const stranger = new FakeAcquirer('stranger', []);
    stranger.onCallback = () => ({
      verdict: 'verified',
      events: [event({ eventId: 'strange', reference: uuidToReference(attempt?.reference ?? '') })] as never,
      answer: { status: 200, contentType: 'text/plain', body: '' },
    });
    const callbacks = world.get(HandleAcquirerCallbackService);
    const originalFind = payments.connectors.find;
    payments.connectors.find = (name) => (name === 'stranger' ? stranger : originalFind(name));
    await callbacks.run('stranger', { headers: {}, query: {}, address: '' }, () => Promise.resolve(Buffer.alloc(0)));
    payments.connectors.find = originalFind;
    expect(await shop.readStatus(id)).toBe('generated');
  });

  it('about a chargeback is stored for staff', async () => {
    const sent = {
      kind: 'chargeback',
      eventId: 'charged-back',
      providerRef: null,
      reference: null,
      money: { amountMinor: 1, currency: 'PLN' },
    };
    expect((await world.http.post('/connectors/channels/fake/reports', { body: sent })).status).toBe(200);
    expect(await world.database.query(`SELECT effect FROM payment_callback WHERE event_id = 'charged-back'`)).toEqual([
      { effect: 'for_staff' },
    ]);
  });
});

describe('a payer', () => {
  it('who returns to the page has paid only if a poll of the acquirer says so', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id);
    await world.get(PollAttemptService).pollOnReturn(id);
    expect(await shop.readStatus(id)).toBe('generated');
    acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await world.get(PollAttemptService).pollOnReturn(id);
    expect(await shop.readStatus(id)).toBe('paid');
    for (const unknownId of ['', 'nonsense', '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607'])
      await world.get(PollAttemptService).pollOnReturn(unknownId);
  });

  it('who reloads the page a hundred times causes at most twelve polls', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id);
    const before = acquirer.attemptPolls;
    for (let reload = 0; reload < 100; reload += 1) await world.get(PollAttemptService).pollOnReturn(id);
    expect(acquirer.attemptPolls - before).toBeLessThanOrEqual(12);
  });

  it('can abandon an attempt, which is cancelled at the acquirer, and choose another channel', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id);
    expect(await world.get(AbandonAttemptService).run(id)).toEqual({ ok: true });
    await until(
      () => acquirer.cancelled.length,
      (length) => length === 1,
    );
    expect(await world.get(PaymentPageQuery).run(id)).toMatchObject({ stage: 'choose' });
    expect(await shop.attempts(id)).toMatchObject([{ state: 'lapsed' }]);
  });

  it('can cancel the payment, and late money still pays it', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id);
    expect(await world.get(AbandonAttemptService).cancelPayment(id)).toEqual({ ok: true });
    expect(await world.get(PaymentPageQuery).run(id)).toMatchObject({ stage: 'canceled', canAbandon: false });
    expect(await shop.beginAttempt(id)).toMatchObject({ problem: 'not_possible_now' });
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it('must enter details that a channel requires and the partner has not sent', async () => {
    const id = await shop.createNewPayment({ currency: 'BRL' });
    const page = await world.get(PaymentPageQuery).run(id);
    expect(page?.channels.find((channel) => channel.id === 'pix')).toMatchObject({ missing: ['name', 'document'], takesCode: false });
    expect(await shop.beginAttempt(id, 'pix')).toEqual({ ok: false, problem: 'payer_details_missing', fields: ['name', 'document'] });
  });
});
