import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { ExpirePaymentsService } from '../../src/products/payments/attempts/expire-payments.service.js';
import { StartAttemptService } from '../../src/products/payments/attempts/start/start-attempt.service.js';
import { uuidToReference } from '../../src/common/reference.js';
import { drainBatches } from '../support/drain-batches.js';
import { moveToNoon } from '../support/noon.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { expectLedgerValid } from './support/expect-ledger-valid.js';
import { attemptResult } from './support/fake-acquirer.js';
import { PAYER, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { DECLINE_REASON_CODES } from './support/decline-reasons.js';
import { subscriptionShop, type SubscriptionShop } from './support/subscription-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: SubscriptionShop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  await moveToNoon(world);
  payments = paymentWorld(world);
  shop = await subscriptionShop(payments);
});
beforeEach(() => shop.fakeMandates.reset());
afterAll(() => world.stop());

const PENDING = attemptResult({ outcome: 'pending' });
const statusAndCode = ({ status, body }: { status: number; body: { errorCode?: string } }) => [status, body.errorCode];
const chargeTotals = async (id: string) => {
  const { charge_count, charge_minor, paid_count, paid_minor } = await shop.findRow(id);
  return [charge_count, charge_minor, paid_count, paid_minor].map(Number);
};
const charges = (id: string): Promise<{ number: number; state: string; period: number | null }[]> =>
  world.database.query('SELECT number, state, period FROM payment_charge WHERE subscription_id = $1 ORDER BY sequence', [id]);

describe('a recurring charge', () => {
  it('of model O is made immediately without confirmation, and its money belongs to the partner', async () => {
    const { id, value } = await shop.createActive();
    const transactionId = await shop.createRecurringPayment(12.3);
    const response = await shop.autopay(id, {
      transactionId,
      descriptions: { line1: 'Books', line2: null, line3: 'November' },
      alias: { label: 'Books, monthly', noDelay: true },
    });
    expect([response.status, response.body]).toEqual([200, { success: true, data: { needsUserConfirmation: false } }]);
    expect(shop.fakeMandates.charged[0]).toMatchObject({
      mandate: { reference: uuidToReference(id), aliasValue: value, model: 'O', providerRef: `c-${uuidToReference(id)}` },
      attempt: { channel: 'blik-recurrent', money: { amountMinor: 1_230, currency: 'PLN' } },
      label: 'Books, monthly',
      lines: ['Books', 'November'],
      until: null,
    });
    expect([await shop.readStatus(transactionId), await chargeTotals(id)]).toEqual(['paid', [1, 1_230, 1, 1_230]]);
    expect((await payments.entries(transactionId)).map(({ kind }) => kind)).toEqual(['payment.paid']);
    expect((await shop.get('/subscriptions')).body.data[0].blik.alias.label).toBe('Books, monthly');
  });

  it('changes updated_at of the alias only with a different label', async () => {
    const { id } = await shop.createActive();
    const alias = async () => (await shop.get('/blik/aliases')).body.data[0] as { label: string; updated_at: string };
    const chargedAs = async (label?: string) => {
      await world.moveTimeForward({ minutes: 1 });
      await shop.autopay(id, { transactionId: await shop.createRecurringPayment(12.3), ...(label && { alias: { label } }) });
      return alias();
    };
    const before = await alias();
    const renamed = await chargedAs('Books, monthly');
    expect(renamed).toMatchObject({ label: 'Books, monthly' });
    expect(Date.parse(renamed.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect([await chargedAs('Books, monthly'), await chargedAs()]).toMatchObject(
      [renamed, renamed].map(({ updated_at }) => ({ updated_at })),
    );
  });

  it('of model M waits 72 hours for the payer, like its payment', async () => {
    const { id } = await shop.createActive({ model: 'M' });
    const inThreeDays = new Date(world.get(BusinessClock).now().getTime() + 259_200_000);
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'pending', next: { kind: 'waitPayer', until: inThreeDays } });
    const transactionId = await shop.createRecurringPayment();
    expect((await shop.autopay(id, { transactionId })).body.data).toEqual({ needsUserConfirmation: false });
    const { created_at, expires_at } = (await shop.get(`/transactions/${transactionId}`)).body.data;
    expect(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 3_600_000)).toBe(72);
    expect(shop.fakeMandates.charged[0]?.until?.getTime()).toBeGreaterThan(Date.parse(created_at) + 71.9 * 3_600_000);
    await world.moveTimeForward({ hours: 71 });
    await drainBatches(() => world.get(ExpirePaymentsService).batch());
    expect(await shop.readStatus(transactionId)).toBe('generated');
    await shop.reportAttempt(transactionId, { outcome: 'paid' });
    expect([await shop.readStatus(transactionId), await chargeTotals(id)]).toEqual(['paid', [1, 1_000, 1, 1_000]]);
  });

  it('that the payer does not confirm has failed, and the next charge has the next attempt number', async () => {
    const { id } = await shop.createActive({ model: 'M' });
    shop.fakeMandates.onCharge = () => PENDING;
    const transactionId = await shop.createRecurringPayment();
    await shop.autopay(id, { transactionId, attempt: 0 });
    await shop.reportAttempt(transactionId, { outcome: 'failed', reason: 'mandate_timeout' });
    expect([await shop.readStatus(transactionId), await chargeTotals(id)]).toEqual(['failure', [0, 0, 0, 0]]);
    expect((await shop.charge(id, 10, { attempt: 1 })).status).toBe(200);
  });

  it.each(DECLINE_REASON_CODES)(
    'that is declined immediately because of %s gets the response %s, and its payment has failed',
    async (reason, errorCode) => {
      const { id } = await shop.createActive();
      shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'failed', reason, next: { kind: 'needsCode', alternatives: [] } });
      const transactionId = await shop.createRecurringPayment();
      expect(statusAndCode(await shop.autopay(id, { transactionId }))).toEqual([400, errorCode]);
      expect([await shop.readStatus(transactionId), await chargeTotals(id)]).toEqual(['failure', [0, 0, 0, 0]]);
      expect(statusAndCode(await shop.autopay(id, { transactionId }))).toEqual([400, 'TRANSACTION_NOT_NEW']);
    },
  );

  it('without a response is polled like any other attempt', async () => {
    const { id } = await shop.createActive();
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'unknown' });
    const transactionId = await shop.createRecurringPayment();
    expect((await shop.autopay(id, { transactionId })).status).toBe(200);
    payments.acquirer.onPoll = ({ channel }) => attemptResult({ outcome: channel === 'blik-recurrent' ? 'paid' : 'pending' });
    await world.moveTimeForward({ minutes: 1 });
    await payments.pollAttempts();
    payments.acquirer.onPoll = () => PENDING;
    expect([await shop.readStatus(transactionId), await chargeTotals(id)]).toEqual(['paid', [1, 1_000, 1, 1_000]]);
  });

  it('that was not sent does not use up its attempt number: the repeated request makes the charge', async () => {
    const { id } = await shop.createActive();
    shop.fakeMandates.onCharge = () => ({ outcome: 'not_sent' });
    const transactionId = await shop.createRecurringPayment();
    const headers = { 'Idempotency-Key': `never-left-${id}` };
    expect((await shop.autopay(id, { transactionId, attempt: 0 }, { headers })).status).toBe(503);
    shop.fakeMandates.reset();
    expect((await shop.autopay(id, { transactionId, attempt: 0 }, { headers })).status).toBe(200);
    expect(await charges(id)).toMatchObject([
      { number: 0, state: 'free' },
      { number: 0, state: 'taken' },
    ]);
  });

  it('of an interrupted request is found by its idempotency key and not made twice', async () => {
    const { id } = await shop.createActive();
    const transactionId = await shop.createRecurringPayment();
    const headers = { 'Idempotency-Key': `broken-off-${id}` };
    expect((await shop.autopay(id, { transactionId }, { headers })).status).toBe(200);
    // Without the stored response, the repetition is like one after a process that ended too early.
    await world.asOwner('DELETE FROM idempotency_key WHERE key = $1', [headers['Idempotency-Key']]);
    expect((await shop.autopay(id, { transactionId }, { headers })).body.data).toEqual({ needsUserConfirmation: false });
    expect(shop.fakeMandates.charged).toHaveLength(1);
  });

  it.each([attemptResult({ outcome: 'failed', reason: 'insufficient_funds' }), attemptResult({ outcome: 'canceled' })])(
    'of an interrupted request that was declined gets the same error by its idempotency key: $outcome',
    async (result) => {
      const { id } = await shop.createActive();
      shop.fakeMandates.onCharge = () => result;
      const transactionId = await shop.createRecurringPayment();
      const headers = { 'Idempotency-Key': `refused-${id}` };
      const declined = statusAndCode(await shop.autopay(id, { transactionId }, { headers }));
      expect(declined).toEqual([400, result.outcome === 'failed' ? 'INSUFFICIENT_FUNDS' : 'GENERAL_ERROR']);
      await world.asOwner('DELETE FROM idempotency_key WHERE key = $1', [headers['Idempotency-Key']]);
      expect(statusAndCode(await shop.autopay(id, { transactionId }, { headers }))).toEqual(declined);
      expect(shop.fakeMandates.charged).toHaveLength(1);
    },
  );
});

describe('a charge is rejected', () => {
  it('for a subscription that does not exist or belongs to another service', async () => {
    const other = await subscriptionShop(payments);
    const { id } = await other.createActive();
    for (const subscriptionId of [id, '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30', 'x'])
      expect(statusAndCode(await shop.charge(subscriptionId))).toEqual([404, 'ROUTE_NOT_FOUND']);
    const transactionId = await other.createRecurringPayment();
    const own = await shop.createActive();
    for (const paymentId of [transactionId, '8c1b6a2e-93d4-4f0e-a7c5-2d1e0f9b8a76', 'x'])
      expect(statusAndCode(await shop.autopay(own.id, { transactionId: paymentId }))).toEqual([404, 'TRANSACTION_NOT_FOUND']);
  });

  it('for a subscription that is not active', async () => {
    const { id } = await shop.createPending();
    const { status, body } = await shop.charge(id);
    expect([status, body.errorCode, body.message]).toEqual([
      400,
      'SUBSCRIPTION_NOT_ACTIVE',
      'Only an active subscription can be charged. This one is subscription_pending.',
    ]);
    await shop.reportMandate(id, { outcome: 'active' });
    await shop.reportMandate(id, { outcome: 'revoked', by: 'payer' });
    expect(statusAndCode(await shop.charge(id))).toEqual([400, 'SUBSCRIPTION_NOT_ACTIVE']);
  });

  it('for a subscription past its last day, even before a worker has ended it', async () => {
    const { id } = await shop.createActive({ model: 'O', expiresAt: shop.termsDate(1) });
    await world.moveTimeForward({ hours: 49 });
    const { body } = await shop.charge(id);
    expect(body).toMatchObject({
      errorCode: 'SUBSCRIPTION_NOT_ACTIVE',
      message: 'Only an active subscription can be charged. This one is past its time.',
    });
  });

  it('for a payment of another channel, of the amount 0, or that is expired, paid or being paid', async () => {
    const { id } = await shop.createActive();
    const refusal = async (transactionId: string, subscriptionId = id) => {
      const { status, body } = await shop.autopay(subscriptionId, { transactionId });
      return [status, body.errorCode, body.message];
    };
    const otherChannel = [400, 'CHANNEL_NOT_USABLE', 'The transaction’s directChannel is not blik-recurrent.'];
    expect(await refusal(await shop.createNewPayment())).toEqual(otherChannel);
    expect(statusAndCode(await shop.charge(id, 0))).toEqual([400, 'AMOUNT_NOT_CHARGEABLE']);
    const expired = await shop.createNewPayment();
    await world.moveTimeForward({ minutes: 61 });
    expect(await refusal(expired)).toEqual([400, 'TRANSACTION_NOT_NEW', 'The transaction is past its time.']);
    const transactionId = await shop.createRecurringPayment();
    await shop.autopay(id, { transactionId });
    expect(await refusal(transactionId)).toEqual([400, 'TRANSACTION_NOT_NEW', 'The transaction is transaction_paid.']);
    shop.fakeMandates.onCharge = () => PENDING;
    const other = await shop.createActive();
    const pendingPayment = await shop.createRecurringPayment();
    await shop.autopay(id, { transactionId: pendingPayment });
    expect(await refusal(pendingPayment, other.id)).toEqual([400, 'ATTEMPT_IN_PROGRESS', 'The transaction is being paid.']);
  });

  it('when its channel was disabled after the consent, and is not sent', async () => {
    const own = await subscriptionShop(payments);
    const { id } = await own.createActive();
    const transactionId = await own.createRecurringPayment();
    await world.asOwner('UPDATE payment_channel SET enabled = false WHERE service_id = $1', [own.serviceId]);
    const before = own.fakeMandates.charged.length;
    const { status, body } = await own.autopay(id, { transactionId });
    const message = 'The channel blik-recurrent is not enabled for this service.';
    expect([status, body]).toEqual([400, { success: false, errorCode: 'RECURRING_NOT_SUPPORTED', message }]);
    expect(own.fakeMandates.charged).toHaveLength(before);
  });

  it('through a service that is not active', async () => {
    const own = await subscriptionShop(payments);
    const { id } = await own.createActive();
    const transactionId = await own.createRecurringPayment();
    const body = await own.createRequestBody();
    await world.database.query(`UPDATE service SET status = 'service_blocked' WHERE id = $1`, [own.serviceId]);
    await until(
      () => own.create(),
      ({ status }) => status === 422,
    );
    expect(statusAndCode(await own.autopay(id, { transactionId }))).toEqual([400, 'SERVICE_NOT_ACTIVE']);
    expect(statusAndCode(await own.subscribe(body))).toEqual([400, 'SERVICE_NOT_ACTIVE']);
  });

  it('for a model that the account does not support any more', async () => {
    const { id } = await shop.createActive();
    const { capabilities } = payments.acquirer;
    const original = capabilities['blik-recurrent'];
    if (original) capabilities['blik-recurrent'] = { ...original, recurring: { models: ['A'], supportsSetupPayments: true, banks: [] } };
    expect(statusAndCode(await shop.charge(id))).toEqual([400, 'RECURRING_NOT_SUPPORTED']);
    if (original) capabilities['blik-recurrent'] = original;
  });

  it('from the page of the payer: a payment for recurring charges starts no attempt of its own', async () => {
    const transactionId = await shop.createRecurringPayment();
    expect(await world.get(StartAttemptService).run(transactionId, 'blik-recurrent', PAYER)).toEqual({
      ok: false,
      problem: 'channel_unusable',
    });
  });
});

describe('the limits of model A', () => {
  it('include the amount of each charge', async () => {
    const { id } = await shop.createActive(shop.modelATerms());
    expect(statusAndCode(await shop.charge(id, 30.01))).toEqual([400, 'AMOUNT_LIMIT_EXCEEDED']);
    expect((await shop.charge(id, 30)).status).toBe(200);
  });

  it('include the first day on which a charge is possible', async () => {
    const { id } = await shop.createActive(shop.modelATerms({ initiationDate: shop.termsDate(2) }));
    expect(statusAndCode(await shop.charge(id))).toEqual([400, 'INITIATION_DATE_NOT_REACHED']);
    await world.moveTimeForward({ hours: 48 });
    expect((await shop.charge(id)).status).toBe(200);
  });

  it('allow one paid charge in each billing period', async () => {
    const { id } = await shop.createActive(shop.modelATerms({ frequency: '2D' }));
    expect((await shop.charge(id, 10, { attempt: 0 })).status).toBe(200);
    expect(statusAndCode(await shop.charge(id))).toEqual([400, 'FREQUENCY_LIMIT_EXCEEDED']);
    await world.moveTimeForward({ hours: 48 });
    expect((await shop.charge(id, 10, { attempt: 0 })).status).toBe(200);
    expect((await charges(id)).map(({ period }) => period)).toEqual([0, 1]);
  });

  it('include the number of charges, after which the subscription is finished', async () => {
    const { id } = await shop.createActive(shop.modelATerms({ frequency: '1D', transactionsCountLimit: 2 }));
    await shop.charge(id);
    await world.moveTimeForward({ hours: 24 });
    await shop.expireDue();
    expect((await shop.charge(id)).status).toBe(200);
    await world.moveTimeForward({ hours: 24 });
    expect(statusAndCode(await shop.charge(id))).toEqual([400, 'COUNT_LIMIT_EXCEEDED']);
    await shop.expireDue();
    expect(await shop.statesWithAlias(id)).toEqual(['finished', 'unregistered']);
    expect(await shop.findRow(id)).toMatchObject({ cancelled_by: null, cancelled_reason: null });
    await shop.pollDue();
    expect(shop.fakeMandates.revoked.map(({ reference }) => reference)).toContain(uuidToReference(id));
  });

  it('include the total amount, after which the subscription is finished', async () => {
    const { id } = await shop.createActive(shop.modelATerms({ frequency: '1D', amountLimitTotal: 50 }));
    await shop.charge(id, 30);
    await world.moveTimeForward({ hours: 24 });
    expect(statusAndCode(await shop.charge(id, 20.01))).toEqual([400, 'TOTAL_AMOUNT_LIMIT_EXCEEDED']);
    expect((await shop.charge(id, 20)).status).toBe(200);
    await shop.expireDue();
    expect(await shop.statesWithAlias(id)).toEqual(['finished', 'unregistered']);
  });

  it('include the last day, after which the subscription is expired', async () => {
    const { id } = await shop.createActive(shop.modelATerms({ expiresAt: shop.termsDate(3) }));
    await world.moveTimeForward({ hours: 71 });
    await shop.expireDue();
    expect(await shop.statesWithAlias(id)).toEqual(['active', 'active']);
    await world.moveTimeForward({ hours: 26 });
    await shop.expireDue();
    expect(await shop.statesWithAlias(id)).toEqual(['expired', 'expired']);
  });
});

it('model O allows charges of up to 2000.00 and not a grosz more', async () => {
  const { id } = await shop.createActive();
  expect(statusAndCode(await shop.charge(id, 2_000.01))).toEqual([400, 'AMOUNT_LIMIT_EXCEEDED']);
  expect((await shop.charge(id, 2_000)).status).toBe(200);
});

it('model M has neither amount limits nor a limit of one charge in a period', async () => {
  const { id } = await shop.createActive({ model: 'M', frequency: '1M' });
  expect((await shop.charge(id, 5_000)).status).toBe(200);
  expect((await shop.charge(id, 5_000, { attempt: 0 })).status).toBe(200);
});

describe('the charges of a subscription', () => {
  it('run one at a time', async () => {
    const { id } = await shop.createActive();
    shop.fakeMandates.onCharge = () => PENDING;
    const transactionId = await shop.createRecurringPayment();
    await shop.autopay(id, { transactionId });
    expect(statusAndCode(await shop.charge(id))).toEqual([400, 'ATTEMPT_IN_PROGRESS']);
    await shop.reportAttempt(transactionId, { outcome: 'paid' });
    expect((await shop.charge(id)).status).toBe(200);
  });

  it('have attempt numbers from 0 to 9 in each billing period, and from 0 after a paid charge', async () => {
    const { id } = await shop.createActive(shop.modelATerms({ frequency: '2D' }));
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'failed', reason: 'insufficient_funds' });
    expect(statusAndCode(await shop.charge(id, 10, { attempt: 1 }))).toEqual([400, 'ATTEMPT_OUT_OF_ORDER']);
    for (let attempt = 0; attempt <= 9; attempt += 1) {
      expect(statusAndCode(await shop.charge(id, 10, attempt % 2 === 0 ? { attempt } : {}))).toEqual([400, 'INSUFFICIENT_FUNDS']);
      if (attempt === 4) expect(statusAndCode(await shop.charge(id, 10, { attempt }))).toEqual([400, 'ATTEMPT_OUT_OF_ORDER']);
    }
    expect(statusAndCode(await shop.charge(id))).toEqual([400, 'ATTEMPTS_EXHAUSTED']);
    expect((await charges(id)).map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await world.moveTimeForward({ hours: 48 });
    shop.fakeMandates.reset();
    expect(statusAndCode(await shop.charge(id, 10, { attempt: 1 }))).toEqual([400, 'ATTEMPT_OUT_OF_ORDER']);
    expect((await shop.charge(id, 10, { attempt: 0 })).status).toBe(200);
  });
});

describe('a pending charge of a subscription that ends', () => {
  it('is still booked when it is paid', async () => {
    const { id } = await shop.createActive();
    shop.fakeMandates.onCharge = () => PENDING;
    const transactionId = await shop.createRecurringPayment();
    await shop.autopay(id, { transactionId });
    await shop.reportMandate(id, { outcome: 'revoked', by: 'payer' });
    await shop.reportAttempt(transactionId, { outcome: 'paid' });
    expect([await shop.readStatus(transactionId), await chargeTotals(id), (await shop.statesWithAlias(id))[0]]).toEqual([
      'paid',
      [1, 1_000, 1, 1_000],
      'cancelled',
    ]);
  });
});

describe('late money of a failed charge', () => {
  const failedCharge = async (terms: Record<string, unknown>): Promise<{ id: string; late: string }> => {
    const { id } = await shop.createActive(terms);
    const late = await shop.createRecurringPayment();
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'failed', reason: 'scheme_timeout' });
    await shop.autopay(id, { transactionId: late });
    shop.fakeMandates.reset();
    return { id, late };
  };

  it('pays the payment while the limits allow this', async () => {
    const { id, late } = await failedCharge(shop.modelATerms({ transactionsCountLimit: 1 }));
    await shop.reportAttempt(late, { outcome: 'paid' });
    expect([await shop.readStatus(late), await chargeTotals(id)]).toEqual(['paid', [1, 1_000, 1, 1_000]]);
  });

  it.each([
    ['count', { frequency: '1D', transactionsCountLimit: 1 }],
    ['total', { frequency: '1D', amountLimitTotal: 30, amountLimitPerTransaction: 30 }],
    ['frequency', {}],
  ])('is reversed when the %s limit was used up in the meantime', async (_, change) => {
    const { id, late } = await failedCharge(shop.modelATerms(change));
    expect((await shop.charge(id, 30)).status).toBe(200);
    await shop.reportAttempt(late, { outcome: 'paid' });
    expect([await shop.readStatus(late), (await shop.attempts(late))[0]?.state]).toEqual(['failure', 'return_due']);
    expect(await chargeTotals(id)).toEqual([1, 3_000, 1, 3_000]);
    await payments.pollAttempts();
    expect((await shop.attempts(late))[0]?.state).toBe('returned');
  });

  it('remains possible until the abandoned attempt has an outcome: the charge counts against the limits until then', async () => {
    const { id } = await shop.createActive(shop.modelATerms());
    shop.fakeMandates.onCharge = () => PENDING;
    const transactionId = await shop.createRecurringPayment();
    await shop.autopay(id, { transactionId });
    await world.moveTimeForward({ minutes: 61 });
    await payments.expirePayments();
    await world.moveTimeForward({ minutes: 11 });
    await payments.expirePayments();
    expect([await shop.readStatus(transactionId), (await charges(id))[0]?.state]).toEqual(['expired', 'running']);
    expect(statusAndCode(await shop.charge(id))).toEqual([400, 'ATTEMPT_IN_PROGRESS']);
    await shop.reportAttempt(transactionId, { outcome: 'expired' });
    expect((await charges(id))[0]?.state).toBe('free');
    expect((await shop.charge(id)).status).toBe(200);
  });
});

it('the ledger agrees with the payments after all tests', () => expectLedgerValid(world));
