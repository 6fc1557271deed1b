import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { uuidToReference } from '../../src/common/reference.js';
import { AbandonAttemptService } from '../../src/products/payments/attempts/abandon-attempt.service.js';
import { ReviewHeldPaymentService } from '../../src/products/payments/review/review-held-payment.service.js';
import { SubmitTicketService } from '../../src/products/payments/attempts/start/submit-ticket.service.js';
import { InspectPaymentQuery } from '../../src/products/payments/review/inspect-payment.query.js';
import { startWorld, type World } from '../support/world.js';
import { until } from '../support/until.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { PAYER, type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

let world: World;
let payments: PaymentWorld;
let acquirer: FakeAcquirer;
let shop: PaymentShop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '2' });
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

const states = async (id: string): Promise<string[]> => (await shop.attempts(id)).map(({ state }) => state);
const startedPayment = async (channel: Parameters<PaymentShop['beginAttempt']>[1] = 'mbank', body = {}): Promise<string> => {
  const id = await shop.createNewPayment(body);
  expect(await shop.beginAttempt(id, channel)).toMatchObject({ ok: true });
  return id;
};
const inspectPayment = async (id: string) => {
  const details = await world.get(InspectPaymentQuery).run({ id });
  if (!details) throw new Error(`The payment ${id} does not exist`);
  return details;
};
const declined = (reason = 'insufficient_funds') => ({ outcome: 'failed', reason }) as never;

describe('a repeated callback', () => {
  it('gets the same response, is stored as duplicate and changes nothing', async () => {
    const id = await startedPayment();
    for (let count = 0; count < 3; count += 1) expect((await shop.reportAttempt(id, { outcome: 'paid' })).text).toBe('TRUE');
    expect((await inspectPayment(id)).callbacks.map(({ effect }) => effect)).toEqual(['applied', 'duplicate', 'duplicate']);
    expect(await payments.entries(id)).toHaveLength(1);
  });

  it('about a declined code is a duplicate and does not count as another code', async () => {
    const id = await startedPayment('blik');
    await shop.submitPayerCode(id, '555123');
    const [code] = (await inspectPayment(id)).codes;
    const codeDecline = {
      ...(declined() as object),
      next: { kind: 'needsCode', alternatives: [] },
      submission: code?.reference.replaceAll('-', ''),
    };
    await shop.reportAttempt(id, codeDecline as never);
    await shop.reportAttempt(id, codeDecline as never);
    expect((await inspectPayment(id)).callbacks.map(({ effect }) => effect)).toEqual(['applied', 'duplicate']);
  });
});

describe('the effect of a callback', () => {
  const effects = async (id: string): Promise<string[]> => (await inspectPayment(id)).callbacks.map(({ effect }) => effect);
  const codeDeclined = { ...(declined() as object), next: { kind: 'needsCode', alternatives: [] } } as never;

  it('is no_news when the attempt stays pending, and applied when the callback has a new next step', async () => {
    const id = await startedPayment();
    await shop.reportAttempt(id, { outcome: 'pending' });
    await shop.reportAttempt(id, { outcome: 'pending', next: { kind: 'redirect', url: 'https://bank.example.test/again' } });
    expect(await effects(id)).toEqual(['no_news', 'applied']);
  });

  it('is applied for an authorization, and duplicate for a second one', async () => {
    const id = await startedPayment('paypal');
    for (let count = 0; count < 2; count += 1) await shop.reportAttempt(id, { outcome: 'authorized' });
    expect(await effects(id)).toEqual(['applied', 'duplicate']);
  });

  it('is too_late for a declined code of an ended attempt', async () => {
    const id = await startedPayment('blik');
    await shop.submitPayerCode(id, '555123');
    await shop.reportAttempt(id, { outcome: 'canceled' });
    await shop.reportAttempt(id, codeDeclined);
    expect([await effects(id), await states(id)]).toEqual([['applied', 'too_late'], ['canceled']]);
  });

  it('is for_staff, stored without an amount, when the amount is too large to store', async () => {
    const id = await startedPayment();
    await shop.reportAttempt(id, { outcome: 'paid', money: { amountMinor: 1e300, currency: 'PLN' } });
    const [attempt] = await shop.attempts(id);
    const storedCallback = 'SELECT effect, amount_minor AS minor, currency FROM payment_callback WHERE attempt_reference = $1';
    expect(await world.database.query(storedCallback, [attempt?.reference])).toEqual([
      { effect: 'for_staff', minor: null, currency: null },
    ]);
  });
});

describe('a decline', () => {
  it('of an authorized attempt ends the payment, although more attempts would be allowed', async () => {
    const id = await startedPayment('paypal');
    await shop.reportAttempt(id, { outcome: 'authorized' });
    await shop.reportAttempt(id, declined());
    expect([await shop.readStatus(id), await states(id)]).toEqual(['failure', ['failed']]);
  });

  it('of an abandoned attempt does not change the current attempt', async () => {
    const id = await startedPayment();
    await shop.beginAttempt(id, 'ing');
    const [abandoned] = await shop.attempts(id);
    // A payment may have ten attempts: twelve declines would be too many if they counted.
    for (let count = 0; count < 12; count += 1) await shop.reportAttempt(id, declined(), abandoned?.reference);
    expect([await shop.readStatus(id), await states(id)]).toEqual(['generated', ['failed', 'pending']]);
    expect((await inspectPayment(id)).payment.failureReason).toBeNull();
  });

  it('is not the failure reason of the payment any more once the payment is paid', async () => {
    const id = await startedPayment();
    await shop.reportAttempt(id, declined());
    expect((await inspectPayment(id)).payment.failureReason).toBe('insufficient_funds');
    await shop.beginAttempt(id, 'ing');
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect((await inspectPayment(id)).payment.failureReason).toBeNull();
  });
});

describe('starting an attempt', () => {
  it('is rejected for a channel that the payment was not created for', async () => {
    const id = await shop.createNewPayment({ channels: ['mbank'] });
    expect(await shop.beginAttempt(id, 'card')).toMatchObject({ problem: 'channel_unusable' });
    expect(acquirer.started).toEqual([]);
  });

  it('is rejected once the payment has expired, even before a worker has closed the payment', async () => {
    const id = await shop.createNewPayment();
    await world.moveTimeForward({ minutes: 60 });
    expect(await shop.beginAttempt(id)).toMatchObject({ problem: 'not_possible_now' });
  });
});

describe('a payment that is about to expire', () => {
  it('is polled when its time is over, even if its next poll was due later', async () => {
    const id = await startedPayment();
    await world.moveTimeForward({ seconds: 3_590 });
    await payments.pollAttempts();
    await world.moveTimeForward({ seconds: 10 });
    await payments.expirePayments();
    acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await payments.pollAttempts();
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it('expires when its last pending attempt is declined', async () => {
    const id = await startedPayment();
    await world.moveTimeForward({ minutes: 60 });
    await payments.expirePayments();
    expect(await shop.readStatus(id)).toBe('generated');
    await shop.reportAttempt(id, declined());
    await payments.expirePayments();
    expect(await shop.readStatus(id)).toBe('expired');
  });

  it('waits ten minutes for an acquirer that does not respond, and then expires', async () => {
    acquirer.onStart = () => attemptResult({ outcome: 'unknown' });
    acquirer.onPoll = () => attemptResult({ outcome: 'unknown' });
    const id = await startedPayment();
    await world.moveTimeForward({ minutes: 60 });
    await payments.expirePayments();
    expect([await shop.readStatus(id), await states(id)]).toEqual(['new', ['sent']]);
    await world.moveTimeForward({ minutes: 10 });
    await payments.expirePayments();
    expect([await shop.readStatus(id), await states(id)]).toEqual(['expired', ['lapsed']]);
  });

  it('does not expire earlier for a channel with a short time limit', async () => {
    const id = await startedPayment('blik');
    await world.moveTimeForward({ minutes: 59 });
    await payments.expirePayments();
    expect(await shop.readStatus(id)).toBe('generated');
    const { payment, attempts } = await inspectPayment(id);
    expect(attempts[0]?.expiresAt.getTime()).toBeLessThanOrEqual(payment.expiresAt.getTime());
  });

  it('gives a late attempt no more time than the payment has', async () => {
    const id = await shop.createNewPayment();
    await world.moveTimeForward({ minutes: 55 });
    await shop.beginAttempt(id, 'mbank');
    const { payment, attempts } = await inspectPayment(id);
    expect(attempts[0]?.expiresAt).toEqual(payment.expiresAt);
    expect(payment.expiresAt.getTime() - payment.createdAt.getTime()).toBe(3_600_000);
  });
});

describe('an abandoned attempt', () => {
  const abandonedPayment = async (): Promise<string> => {
    const id = await startedPayment('paypal');
    await world.get(AbandonAttemptService).run(id);
    await until(
      () => acquirer.cancelled.length,
      (calls) => calls === 1,
    );
    return id;
  };

  it('is not captured when the payer authorizes it later, but cancelled at the acquirer', async () => {
    const id = await abandonedPayment();
    acquirer.onPoll = () => attemptResult({ outcome: 'authorized' });
    await world.moveTimeForward({ hours: 2 });
    await payments.pollAttempts();
    expect(acquirer.cancelled).toHaveLength(2);
    expect(await shop.readStatus(id)).not.toBe('paid');
  });

  it('is polled for three days, and pays the payment even after that', async () => {
    const id = await abandonedPayment();
    await world.moveTimeForward({ hours: 70 });
    await payments.pollAttempts();
    expect(await states(id)).toEqual(['lapsed']);
    await world.moveTimeForward({ hours: 10 });
    await payments.pollAttempts();
    expect(await states(id)).toEqual(['expired']);
    await payments.expirePayments();
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect([await shop.readStatus(id), await states(id)]).toEqual(['paid', ['paid']]);
  });

  it('is closed only when its acquirer has not known it for a day', async () => {
    const id = await abandonedPayment();
    acquirer.onPoll = () => ({ outcome: 'not_found' });
    await world.moveTimeForward({ hours: 3 });
    await payments.pollAttempts();
    expect(await states(id)).toEqual(['lapsed']);
    await world.moveTimeForward({ hours: 22 });
    await payments.pollAttempts();
    expect(await states(id)).toEqual(['not_found']);
  });

  it('that its acquirer did not know is polled again once the acquirer knows it', async () => {
    acquirer.onStart = () => attemptResult({ outcome: 'unknown' });
    acquirer.onPoll = () => ({ outcome: 'not_found' });
    const id = await startedPayment();
    await world.moveTimeForward({ minutes: 10 });
    await payments.pollAttempts();
    expect(await states(id)).toEqual(['not_found']);
    await shop.reportAttempt(id, { outcome: 'pending' });
    expect(await states(id)).toEqual(['lapsed']);
    acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await world.moveTimeForward({ hours: 1 });
    await payments.pollAttempts();
    expect(await shop.readStatus(id)).toBe('paid');
  });
});

describe('an acquirer', () => {
  it('that sends one reference for two attempts has it stored only for the first attempt', async () => {
    acquirer.onStart = ({ reference }) =>
      attemptResult({
        outcome: 'pending',
        providerRef: 'the same',
        next: { kind: 'redirect', url: `https://bank.example.test/${reference}` },
      });
    const [first, second] = [await startedPayment(), await startedPayment()];
    expect((await inspectPayment(first)).attempts[0]?.providerRef).toBe('the same');
    expect((await inspectPayment(second)).attempts[0]?.providerRef).toBeNull();
  });

  it('that sends its own reference and the gateway’s reference of another attempt changes the attempt of its own reference', async () => {
    acquirer.onStart = ({ reference }) =>
      attemptResult({ outcome: 'pending', providerRef: `own-${reference}`, next: { kind: 'redirect', url: 'https://bank.example.test/' } });
    const [matched, other] = [await startedPayment(), await startedPayment()];
    const referenceAt = async (id: string): Promise<string> => uuidToReference((await shop.attempts(id))[0]?.reference ?? '');
    const body = {
      kind: 'attempt',
      eventId: `two-names-${matched}`,
      providerRef: `own-${await referenceAt(matched)}`,
      reference: await referenceAt(other),
      result: attemptResult({ outcome: 'paid' }),
    };
    expect((await world.http.post('/connectors/channels/fake/reports', { body })).status).toBe(200);
    expect([await shop.readStatus(matched), await shop.readStatus(other)]).toEqual(['paid', 'generated']);
  });

  it('that authorizes a wrong amount has not confirmed the payment', async () => {
    const id = await startedPayment('paypal', { amount: 100 });
    await shop.reportAttempt(id, { outcome: 'authorized', money: { amountMinor: 9_999, currency: 'PLN' } });
    expect(await shop.readStatus(id)).toBe('generated');
    await shop.reportAttempt(id, { outcome: 'authorized', money: { amountMinor: 10_000, currency: 'PLN' } });
    expect(await shop.readStatus(id)).toBe('confirmed');
  });

  it('that has authorized a payment and then does not know it is polled again', async () => {
    const id = await startedPayment();
    await shop.reportAttempt(id, { outcome: 'authorized' });
    acquirer.onPoll = () => ({ outcome: 'not_found' });
    await world.moveTimeForward({ hours: 25 });
    await payments.pollAttempts();
    expect([await shop.readStatus(id), await states(id)]).toEqual(['confirmed', ['authorized']]);
    acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await world.moveTimeForward({ hours: 1 });
    await payments.pollAttempts();
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it('that reports a payment as paid is believed, although the code was not sent', async () => {
    const id = await startedPayment('blik');
    acquirer.onCode = async () => {
      await shop.reportAttempt(id, { outcome: 'paid' });
      return { outcome: 'not_sent' };
    };
    await shop.submitPayerCode(id, '777123');
    const { payment, codes } = await inspectPayment(id);
    expect([payment.status, payment.codeCount, codes.map(({ state }) => state)]).toEqual(['transaction_paid', 1, ['paid']]);
  });
});

describe('the captured money of an abandoned attempt', () => {
  it('pays the payment, and the later attempt is abandoned', async () => {
    const id = await startedPayment();
    await shop.beginAttempt(id, 'ing');
    const [abandoned] = await shop.attempts(id);
    await shop.reportAttempt(id, { outcome: 'paid' }, abandoned?.reference);
    expect([await shop.readStatus(id), await states(id)]).toEqual(['paid', ['paid', 'lapsed']]);
  });

  it('pays the payment even if the acquirer of the later attempt has not responded', async () => {
    const id = await startedPayment();
    acquirer.onStart = () => attemptResult({ outcome: 'unknown' });
    await shop.beginAttempt(id, 'ing');
    const [abandoned] = await shop.attempts(id);
    expect(await states(id)).toEqual(['lapsed', 'sent']);
    await shop.reportAttempt(id, { outcome: 'paid' }, abandoned?.reference);
    expect([await shop.readStatus(id), await states(id)]).toEqual(['paid', ['paid', 'lapsed']]);
  });

  it('is reversed when another attempt is authorized', async () => {
    const id = await startedPayment();
    await shop.beginAttempt(id, 'paypal');
    const [abandoned, other] = await shop.attempts(id);
    await shop.reportAttempt(id, { outcome: 'authorized' }, other?.reference);
    await shop.reportAttempt(id, { outcome: 'paid' }, abandoned?.reference);
    expect([await shop.readStatus(id), await states(id)]).toEqual(['confirmed', ['return_due', 'authorized']]);
  });
});

describe('money in suspense', () => {
  const paidTwice = async (): Promise<string> => {
    const id = await startedPayment();
    await shop.beginAttempt(id, 'ing');
    for (const { reference } of await shop.attempts(id)) await shop.reportAttempt(id, { outcome: 'paid' }, reference);
    return id;
  };

  it('is not reversed twice: a pending reversal is polled and not sent again', async () => {
    const id = await paidTwice();
    acquirer.onRefund = () => ({ outcome: 'pending', providerRef: null, data: null, rawCode: null, money: null });
    await payments.pollAttempts();
    acquirer.onPollRefund = () => ({ outcome: 'completed', providerRef: 'r', data: null, rawCode: null, money: null });
    await world.moveTimeForward({ minutes: 5 });
    await payments.pollAttempts();
    expect(acquirer.refunds).toHaveLength(1);
    expect(await states(id)).toEqual(['paid', 'returned']);
  });

  it.each(['rejected', 'failed'] as const)('needs staff when the acquirer responds %s to the reversal', async (outcome) => {
    const id = await paidTwice();
    acquirer.onRefund = () => ({ outcome, providerRef: 'r', data: null, rawCode: 'closed', money: null });
    await payments.pollAttempts();
    expect(await states(id)).toEqual(['paid', 'suspense']);
    await world.moveTimeForward({ hours: 1 });
    await payments.pollAttempts();
    expect(acquirer.refunds).toHaveLength(1);
  });

  it('in the currency of the payment is booked at the rate of the payment, not at a later one', async () => {
    const id = await startedPayment('card', { amount: 10, currency: 'EUR' });
    await world.asOwner(`INSERT INTO payment_rate_table VALUES ('A', '2024-01-30', '021/A/NBP/2024', now())`);
    await world.asOwner(`INSERT INTO payment_exchange_rate VALUES ('EUR', '2024-01-30', 'A', 5)`);
    await shop.reportAttempt(id, { outcome: 'paid', money: { amountMinor: 500, currency: 'EUR' } });
    expect(await payments.entries(id)).toMatchObject([{ kind: 'payment.suspense', lines: { 'platform:suspense': -2_183 } }]);
  });

  // 5.00 is worth 500 grosz at the rate 1 and 2016 grosz at the rate 4.0326. XXX has no rate (null): the value of the payment is booked.
  it.each([
    ['PLN', 500],
    ['USD', 2_016],
    ['XXX', null],
  ])(
    'in %s, which is not the currency of the payment, is booked at its own rate, or with the value of the payment if it has no rate',
    async (currency, grosz) => {
      const id = await startedPayment('card', { amount: 10, currency: 'EUR' });
      await shop.reportAttempt(id, { outcome: 'paid', money: { amountMinor: 500, currency } });
      const [row] = await world.database.query<{ pln: number }[]>('SELECT pln_minor::int AS pln FROM payment_transaction WHERE id = $1', [
        id,
      ]);
      const suspense = -(grosz ?? row?.pln ?? 0);
      expect(await payments.entries(id)).toMatchObject([{ kind: 'payment.suspense', lines: { 'platform:suspense': suspense } }]);
    },
  );
});

describe('a payer who pays more often than the velocity rule allows', () => {
  const payAs = async (email: string, channel: Parameters<PaymentShop['beginAttempt']>[1] = 'mbank', body = {}): Promise<string> => {
    const id = await startedPayment(channel, { customer: { email }, ...body });
    await shop.reportAttempt(id, { outcome: 'paid' });
    return id;
  };
  const statuses = (ids: string[]) => Promise.all(ids.map((id) => shop.readStatus(id)));

  it('has held payments counted, too', async () => {
    const email = 'on-and-on@example.com';
    const first = [await payAs(email), await payAs(email)];
    await world.moveTimeForward({ minutes: 50 });
    const second = [await payAs(email), await payAs(email)];
    await world.moveTimeForward({ minutes: 11 });
    const third = [await payAs(email)];
    expect(await statuses([...first, ...second, ...third])).toEqual(['paid', 'paid', ...Array<string>(3).fill('fraud_possibility')]);
  });

  it('has a held payment polled when its acquirer says that the payment was cancelled', async () => {
    const email = 'gone@example.com';
    await payAs(email);
    await payAs(email);
    const id = await payAs(email);
    await shop.reportAttempt(id, { outcome: 'canceled' });
    const pollsBefore = acquirer.attemptPolls;
    await payments.pollAttempts();
    expect([await shop.readStatus(id), await states(id), acquirer.attemptPolls - pollsBefore]).toEqual(['fraud_possibility', ['held'], 1]);
  });

  it('has late money of a cancelled payment accepted without a review', async () => {
    const email = 'late@example.com';
    await payAs(email);
    await payAs(email);
    const id = await startedPayment('mbank', { customer: { email } });
    await world.get(AbandonAttemptService).cancelPayment(id);
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it('has rejected money left to staff when the channel has no refunds', async () => {
    const inEuro = { amount: 50, currency: 'EUR' };
    await payAs('cash@example.com');
    await payAs('cash@example.com');
    const id = await payAs('cash@example.com', 'paysafecash', inEuro);
    expect(await shop.readStatus(id)).toBe('fraud_possibility');
    expect(await world.get(ReviewHeldPaymentService).reject(id)).toBe(true);
    await payments.pollAttempts();
    expect([await shop.readStatus(id), await states(id), acquirer.refunds]).toEqual(['fraud', ['suspense'], []]);
  });
});

describe('abandoning an attempt', () => {
  it('is rejected for an id that is no payment', async () => {
    expect(await world.get(AbandonAttemptService).run('no-uuid')).toEqual({ ok: false, problem: 'not_possible_now' });
  });

  it('is possible before the acquirer has responded, and the acquirer is called to cancel', async () => {
    acquirer.onStart = () => attemptResult({ outcome: 'unknown' });
    const id = await startedPayment();
    expect(await states(id)).toEqual(['sent']);
    acquirer.onStart = new FakeAcquirer('fake').onStart;
    expect(await shop.beginAttempt(id, 'ing')).toMatchObject({ ok: true });
    const [abandoned] = await shop.attempts(id);
    await until(
      () => acquirer.cancelled,
      (cancelled) => cancelled.length > 0,
    );
    expect(acquirer.cancelled).toEqual([uuidToReference(abandoned?.reference ?? '')]);
  });

  it('does not call an acquirer that cannot cancel, and removes the next step', async () => {
    acquirer.capabilities.mbank = { ...acquirer.capabilities.mbank, cancels: false } as never;
    const id = await startedPayment();
    expect(await world.get(AbandonAttemptService).run(id)).toEqual({ ok: true });
    await shop.beginAttempt(id, 'ing');
    await world.get(AbandonAttemptService).run(id);
    await until(
      () => acquirer.cancelled.length,
      (count) => count > 0,
    );
    expect(acquirer.cancelled).toHaveLength(1);
    const { attempts } = await inspectPayment(id);
    expect(attempts.map(({ next }) => next)).toEqual([{ kind: 'none' }, { kind: 'none' }]);
  });
});

describe('what an acquirer sends about an attempt', () => {
  it('is stored, and is passed to its connector at the next poll', async () => {
    const id = await startedPayment();
    await shop.reportAttempt(id, { outcome: 'pending', providerRef: 'named', rawCode: 'P1', data: { session: 'x' } });
    let polled: unknown;
    acquirer.onPoll = (attempt) => {
      polled = attempt;
      return attemptResult({ outcome: 'pending' });
    };
    await world.moveTimeForward({ minutes: 2 });
    await payments.pollAttempts();
    expect(polled).toMatchObject({ providerRef: 'named', data: { session: 'x' } });
    expect((await inspectPayment(id)).attempts).toMatchObject([{ rawCode: 'P1' }]);
  });

  it('is stored once for each content, even under one event id', async () => {
    const id = await startedPayment();
    const [attempt] = await shop.attempts(id);
    const event = (outcome: string): object => ({
      kind: 'attempt',
      eventId: 'one-id',
      providerRef: null,
      reference: uuidToReference(attempt?.reference ?? ''),
      result: attemptResult({ outcome } as never),
    });
    for (const outcome of ['pending', 'pending', 'canceled', 'canceled', 'paid'])
      await fetch(`${world.http.baseUrl}/connectors/channels/fake/reports`, { method: 'POST', body: JSON.stringify(event(outcome)) });
    expect((await inspectPayment(id)).callbacks.map(({ outcome }) => outcome)).toEqual(['pending', 'canceled', 'paid']);
  });
});

describe('the count of codes', () => {
  it('includes declined codes, but not a code that was not sent', async () => {
    const id = await startedPayment('blik');
    acquirer.onCode = () =>
      attemptResult({ ...(declined() as object), outcome: 'failed', next: { kind: 'needsCode', alternatives: [] } } as never);
    expect(await shop.submitPayerCode(id, '555123')).toMatchObject({ problem: 'declined', reason: 'insufficient_funds' });
    acquirer.onCode = () => ({ outcome: 'not_sent' });
    expect(await shop.submitPayerCode(id, '555124')).toMatchObject({ problem: 'channel_unreachable' });
    expect((await inspectPayment(id)).payment.codeCount).toBe(1);
  });
});

describe('a code is rejected', () => {
  const submitCode = (id: string, register: { value: string; label: string } | null = null) =>
    world.get(SubmitTicketService).run(id, { kind: 'code', code: '555123', register }, PAYER);

  it('once the payment is over', async () => {
    const id = await startedPayment('blik');
    await world.get(AbandonAttemptService).cancelPayment(id);
    expect(await submitCode(id)).toEqual({ ok: false, problem: 'not_open' });
  });

  it('while no attempt waits for a code', async () => {
    const [withoutAttempt, withBankAttempt] = [await shop.createNewPayment(), await startedPayment('mbank')];
    expect([await submitCode(withoutAttempt), await submitCode(withBankAttempt)]).toEqual(
      Array(2).fill({ ok: false, problem: 'in_progress' }),
    );
    expect(acquirer.submissions).toEqual([]);
  });

  it('when its service has been closed since', async () => {
    const id = await startedPayment('blik');
    await world.asOwner(`UPDATE service SET status = 'service_rejected' WHERE id = $1`, [shop.serviceId]);
    expect(await submitCode(id)).toEqual({ ok: false, problem: 'service_closed' });
  });

  it('with an alias that the acquirer cannot register, and accepted without one', async () => {
    acquirer.supportsAliases = false;
    const id = await startedPayment('blik');
    expect(await submitCode(id, { value: 'jan', label: 'Jan' })).toEqual({
      ok: false,
      problem: 'declined',
      reason: 'not_supported',
      alternatives: [],
    });
    expect([await submitCode(id), acquirer.submittedCodes]).toEqual([{ ok: true }, ['555123']]);
  });
});

describe('a code with an alias', () => {
  it('is sent with a reference of its own, the scoped value and the label of the alias', async () => {
    const id = await startedPayment('blik');
    const register = { value: 'jan-at-home', label: 'Jan' };
    await world.get(SubmitTicketService).run(id, { kind: 'code', code: '777123', register }, PAYER);
    const [alias] = await world.database.query<{ id: string; wire: string }[]>(
      'SELECT id, wire_value AS wire FROM payment_alias WHERE transaction_id = $1',
      [id],
    );
    expect(acquirer.submissions).toMatchObject([
      { register: { reference: uuidToReference(alias?.id ?? ''), value: alias?.wire, label: 'Jan' } },
    ]);
  });
});

describe('a reversal', () => {
  const paidTwice = async (): Promise<string> => {
    const id = await startedPayment();
    await shop.beginAttempt(id, 'ing');
    for (const { reference } of await shop.attempts(id)) await shop.reportAttempt(id, { outcome: 'paid' }, reference);
    return id;
  };
  const refundWith = (outcome: 'completed' | 'unknown') => ({ outcome, providerRef: 'back', data: null, rawCode: 'R1', money: null });

  it('is sent again when the request did not leave the gateway', async () => {
    acquirer.onRefund = () => ({ outcome: 'not_sent' });
    const id = await paidTwice();
    await payments.pollAttempts();
    expect(await states(id)).toContain('return_due');
    acquirer.onRefund = () => refundWith('completed');
    await world.moveTimeForward({ minutes: 2 });
    await payments.pollAttempts();
    expect(await states(id)).toContain('returned');
    expect((await inspectPayment(id)).attempts.find(({ state }) => state === 'returned')).toMatchObject({
      rawCode: 'R1',
      reversalProviderRef: 'back',
    });
  });

  it('is polled when its outcome is unknown', async () => {
    acquirer.onRefund = () => refundWith('unknown');
    acquirer.onPollRefund = () => refundWith('completed');
    const id = await paidTwice();
    await payments.pollAttempts();
    expect(await states(id)).toContain('return_due');
    await world.moveTimeForward({ minutes: 2 });
    await payments.pollAttempts();
    expect([await states(id), acquirer.refunds.length]).toEqual([expect.arrayContaining(['returned']), 1]);
  });
});

describe('expiring payments', () => {
  it('reports that no more are due when the batch was not full', async () => {
    await shop.createNewPayment();
    await world.moveTimeForward({ minutes: 61 });
    expect(await payments.expirePayments()).toBe(false);
  });
});
