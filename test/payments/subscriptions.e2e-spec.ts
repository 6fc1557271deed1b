import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FailureReason } from '../../src/connectors/acquirers/port/failure-reasons.js';
import { uuidToReference } from '../../src/common/reference.js';
import { moveToNoon } from '../support/noon.js';
import { startWorld, type World } from '../support/world.js';
import { fakeMandateResult } from './support/fake-mandates.js';
import { expectLedgerValid } from './support/expect-ledger-valid.js';
import { paymentWorld, type PaymentWorld } from './support/payment-shop.js';
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

const callsAbout = (calls: readonly { reference: string }[], id: string) =>
  calls.filter(({ reference }) => reference === uuidToReference(id));

describe('a subscription', () => {
  it('is pending until the payer has confirmed, and then active with its alias and its setup payment paid', async () => {
    const { id, transactionId, value } = await shop.createPending(shop.modelATerms({ transactionsCountLimit: 4 }));
    expect([await shop.statesWithAlias(id), await shop.readStatus(transactionId)]).toEqual([
      ['pending', 'pending_registration'],
      'generated',
    ]);
    const [registered] = shop.fakeMandates.registered;
    expect(registered).toMatchObject({
      model: 'A',
      code: '777123',
      alias: { value, label: 'Books of the month' },
      terms: { limit: { amountMinor: 3_000, currency: 'PLN' }, totalLimitMinor: 12_000, frequency: '1M', chargesLimit: 4 },
      attempt: { channel: 'blik-recurrent', money: { amountMinor: 0, currency: 'PLN' } },
    });
    await shop.reportMandate(id, { outcome: 'active' });
    expect([await shop.statesWithAlias(id), await shop.readStatus(transactionId)]).toEqual([['active', 'active'], 'paid']);
    expect(await payments.entries(transactionId)).toEqual([]);
  });

  it('that begins with a payment does not change the outcome of this payment', async () => {
    const { id, transactionId } = await shop.createActive({ model: 'M' }, 12.3);
    expect([await shop.statesWithAlias(id), await shop.readStatus(transactionId)]).toEqual([['active', 'active'], 'generated']);
    await shop.reportAttempt(transactionId, { outcome: 'paid' });
    expect(await shop.readStatus(transactionId)).toBe('paid');
    expect((await payments.entries(transactionId)).map(({ kind }) => kind)).toEqual(['payment.paid']);
  });

  it('is listed with its alias, newest first, and found by status, mode and id', async () => {
    const ownShop = await subscriptionShop(payments);
    const modelO = await ownShop.createActive();
    const modelA = await ownShop.createPending(ownShop.modelATerms({ transactionsCountLimit: 4 }));
    const list = async (query = ''): Promise<Record<string, unknown>[]> => (await ownShop.get(`/subscriptions${query}`)).body.data;
    const [first, second] = await list();
    expect([first?.['id'], second?.['id']]).toEqual([modelA.id, modelO.id]);
    expect(first).toEqual({
      id: modelA.id,
      status: 'subscription_pending',
      mode: 'BLIK',
      blik: {
        model: 'A',
        alias: {
          id: modelA.aliasId,
          type: 'PAYID',
          value: modelA.value,
          label: 'Books of the month',
          blik_key: null,
          status: 'alias_pending_registration',
          expires_at: null,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      },
      frequency: '1M',
      initiation_date: ownShop.termsDate(0),
      total_amount_limit: 120,
      total_transactions_limit: 4,
      cancelled: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const listIds = async (query: string) => (await list(query)).map(({ id }) => id);
    expect(await listIds('?sort=created_at')).toEqual([modelO.id, modelA.id]);
    expect(await listIds('?filter[status]=subscription_active')).toEqual([modelO.id]);
    expect(await listIds('?filter[mode]=BLIK')).toEqual([modelA.id, modelO.id]);
    expect(await listIds('?filter[mode]=CARD')).toEqual([]);
    expect(await listIds(`?filter[uuid]=${modelO.id}`)).toEqual([modelO.id]);
    expect(await listIds(`?filter[uuid]=${modelO.id}&filter[status]=subscription_expired`)).toEqual([]);
    expect((await ownShop.get('/subscriptions')).body.pagination).toMatchObject({ total: 2, per_page: 20 });
    expect((await ownShop.get('/subscriptions?filter[status]=active')).status).toBe(422);
  });

  it('is not listed by another service', async () => {
    expect((await (await subscriptionShop(payments)).get('/subscriptions')).body.data).toEqual([]);
  });
});

describe('a subscription that the acquirer declines immediately', () => {
  it.each<[FailureReason, string, string, string | null]>([
    ['code_format', 'INVALID_BLIK_CODE_FORMAT', 'subscription_cancelled', 'blik'],
    ['payer_declined', 'USER_DECLINED', 'subscription_cancelled', 'payer'],
    ['payer_timeout', 'USER_TIMEOUT', 'subscription_expired', null],
  ])('because of %s gets the response %s, and its alias can be registered again', async (reason, errorCode, status, cancelledBy) => {
    shop.fakeMandates.onRegister = () => fakeMandateResult({ outcome: 'failed', reason });
    const body = await shop.createRequestBody();
    const rejection = await shop.subscribe(body);
    expect([rejection.status, rejection.body.errorCode]).toEqual([400, errorCode]);
    const cancelled = { cancelled_by: cancelledBy, cancelled_reason: cancelledBy === null ? null : errorCode };
    expect(await shop.findRow(await shop.findIdByPayment(body['transactionId']))).toMatchObject({
      status,
      ...cancelled,
      next_poll_at: null,
    });
    expect((await shop.attempts(String(body['transactionId']))).map(({ state }) => state)).toEqual(['failed']);
    shop.fakeMandates.reset();
    expect((await shop.subscribe(body)).status).toBe(201);
  });

  it('does not capture its first payment', async () => {
    shop.fakeMandates.onRegister = () => fakeMandateResult({ outcome: 'failed', reason: 'code_used' });
    const transactionId = await shop.createRecurringPayment(12.3);
    expect((await shop.subscribe(await shop.createRequestBody({ transactionId }))).body.errorCode).toBe('BLIK_CODE_USED');
    expect((await shop.attempts(transactionId)).map(({ state }) => state)).toEqual(['failed']);
    expect(await shop.readStatus(transactionId)).toBe('new');
  });

  it('makes its payment fail after five declined codes', async () => {
    shop.fakeMandates.onRegister = () => fakeMandateResult({ outcome: 'failed', reason: 'code_invalid' });
    const transactionId = await shop.createRecurringPayment(0);
    for (let codeNumber = 1; codeNumber <= 5; codeNumber += 1)
      expect((await shop.subscribe(await shop.createRequestBody({ transactionId }))).body.errorCode).toBe('INVALID_BLIK_CODE');
    expect(await shop.readStatus(transactionId)).toBe('failure');
    expect((await shop.subscribe(await shop.createRequestBody({ transactionId }))).body.errorCode).toBe('TRANSACTION_NOT_NEW');
  });

  it('is active when a callback reported the payer’s confirmation earlier', async () => {
    shop.fakeMandates.onRegister = async ({ reference }) => {
      // The reference is the id of the subscription without hyphens.
      await shop.reportMandate(reference.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), { outcome: 'active' });
      return fakeMandateResult({ outcome: 'failed', reason: 'scheme_timeout' });
    };
    const { id } = await shop.createPending();
    expect(await shop.statesWithAlias(id)).toEqual(['active', 'active']);
  });
});

describe('a subscription whose acquirer was not reached', () => {
  it('changes nothing, and the same request creates the subscription later', async () => {
    shop.fakeMandates.onRegister = () => ({ outcome: 'not_sent' });
    const body = await shop.createRequestBody();
    const headers = { 'Idempotency-Key': 'not-reached' };
    expect((await shop.subscribe(body, { headers })).status).toBe(503);
    const { rows } = await readPaymentCounters(String(body['transactionId']));
    expect(rows).toEqual([{ code_count: 0, attempt_count: 0, status: 'transaction_new' }]);
    shop.fakeMandates.reset();
    expect((await shop.subscribe(body, { headers })).status).toBe(201);
  });

  const readPaymentCounters = async (id: string) => ({
    rows: await world.database.query<object[]>('SELECT code_count, attempt_count, status FROM payment_transaction WHERE id = $1', [id]),
  });
});

describe('a request that an error interrupted', () => {
  const interruptRequest = async (key: string) => {
    shop.fakeMandates.onRegister = () => {
      throw new Error('A defect interrupts the request');
    };
    const [body, headers] = [await shop.createRequestBody(), { 'Idempotency-Key': key }];
    expect((await shop.subscribe(body, { headers })).status).toBe(500);
    const created = await world.database.query<{ subscriptionId: string; aliasId: string }[]>(
      'SELECT id AS "subscriptionId", alias_id AS "aliasId" FROM payment_subscription WHERE transaction_id = $1 ORDER BY created_at, id',
      [body['transactionId']],
    );
    return { created, repeat: () => shop.subscribe(body, { headers }), repeatWithoutKey: () => shop.subscribe(body) };
  };

  it('returns its result when it is repeated under its key, without asking the payer again', async () => {
    const { created, repeat, repeatWithoutKey } = await interruptRequest('broken-off-1');
    const { errorCode, message } = (await repeatWithoutKey()).body;
    expect([created.length, errorCode, message]).toEqual([1, 'ALIAS_ALREADY_EXISTS', 'The value of the alias is used already.']);
    const response = await repeat();
    expect([response.status, response.body.data]).toEqual([201, created[0]]);
    await shop.reportMandate(created[0]?.subscriptionId ?? '', { outcome: 'active' });
    expect([(await repeat()).body.data, shop.fakeMandates.registered.length]).toEqual([created[0], 1]);
  });

  it('returns the decline that arrived in the meantime', async () => {
    const { created, repeat } = await interruptRequest('broken-off-2');
    await shop.reportMandate(created[0]?.subscriptionId ?? '', { outcome: 'failed', reason: 'insufficient_funds' });
    const response = await repeat();
    expect([response.status, response.body.errorCode, shop.fakeMandates.registered.length]).toEqual([400, 'INSUFFICIENT_FUNDS', 1]);
  });
});

describe('a registration without a response', () => {
  const createWithoutResponse = () => {
    shop.fakeMandates.onRegister = () => fakeMandateResult({ outcome: 'unknown' });
    return shop.createPending();
  };

  it('is polled until its outcome is known', async () => {
    const { id } = await createWithoutResponse();
    expect(await shop.statesWithAlias(id)).toEqual(['pending', 'pending_registration']);
    await world.moveTimeForward({ minutes: 1 });
    await shop.pollDue();
    expect(callsAbout(shop.fakeMandates.polledMandates, id)).toHaveLength(1);
    shop.fakeMandates.onPoll = ({ reference }) => fakeMandateResult({ outcome: 'active', providerRef: `late-${reference}` });
    await world.moveTimeForward({ minutes: 1 });
    await shop.pollDue();
    expect([await shop.statesWithAlias(id), (await shop.findRow(id))['provider_ref']]).toEqual([
      ['active', 'active'],
      `late-${uuidToReference(id)}`,
    ]);
    await world.moveTimeForward({ hours: 1 });
    await shop.pollDue();
    expect(callsAbout(shop.fakeMandates.polledMandates, id)).toHaveLength(2);
  });

  it('is cancelled as unknown to the acquirer only after some minutes', async () => {
    const { id, transactionId } = await createWithoutResponse();
    shop.fakeMandates.onPoll = () => ({ outcome: 'not_found' });
    await world.moveTimeForward({ minutes: 1 });
    await shop.pollDue();
    expect(await shop.statesWithAlias(id)).toEqual(['pending', 'pending_registration']);
    await world.moveTimeForward({ minutes: 5 });
    await shop.pollDue();
    expect(await shop.statesWithAlias(id)).toEqual(['cancelled', 'unregistered']);
    const [subscription] = (await shop.get(`/subscriptions?filter[uuid]=${id}`)).body.data;
    expect(subscription.cancelled).toEqual({ by: 'system', reason: 'channel_does_not_know_it' });
    expect((await shop.attempts(transactionId)).map(({ state }) => state)).toEqual(['not_found']);
  });

  it('of a setup payment is polled only as a mandate', async () => {
    await createWithoutResponse();
    payments.acquirer.attemptPolls = 0;
    await world.moveTimeForward({ minutes: 61 });
    await payments.expirePayments();
    await payments.pollAttempts();
    expect(payments.acquirer.attemptPolls).toBe(0);
  });

  it('expires when the payer does not confirm in time, and is revoked, because the bank may accept a late consent', async () => {
    const { id, transactionId } = await createWithoutResponse();
    await world.moveTimeForward({ minutes: 19 });
    await shop.expireDue();
    expect(await shop.statesWithAlias(id)).toEqual(['pending', 'pending_registration']);
    await world.moveTimeForward({ minutes: 2 });
    await shop.expireDue();
    expect([await shop.statesWithAlias(id), (await shop.attempts(transactionId)).map(({ state }) => state)]).toEqual([
      ['expired', 'expired'],
      ['expired'],
    ]);
    await shop.reportMandate(id, { outcome: 'active' });
    expect(await shop.statesWithAlias(id)).toEqual(['expired', 'expired']);
    shop.fakeMandates.onRevoke = () => fakeMandateResult({ outcome: 'unknown' });
    await shop.pollDue();
    shop.fakeMandates.onRevoke = () => fakeMandateResult({ outcome: 'revoked', by: 'merchant' });
    await world.moveTimeForward({ minutes: 1 });
    await shop.pollDue();
    expect([callsAbout(shop.fakeMandates.revoked, id).length, (await shop.findRow(id))['next_poll_at']]).toEqual([2, null]);
  });
});

describe('a status update about a mandate', () => {
  it.each([
    [{ outcome: 'revoked', by: 'payer' } as const, ['cancelled', 'unregistered'], 'payer', 'channel'],
    [{ outcome: 'revoked', by: 'scheme' } as const, ['cancelled', 'unregistered'], 'blik', 'channel'],
    [{ outcome: 'revoked', by: 'merchant' } as const, ['cancelled', 'unregistered'], 'merchant', 'partner'],
    [{ outcome: 'expired' } as const, ['expired', 'expired'], null, 'time'],
  ])('ends an active mandate: %j', async (update, states, by, closedBy) => {
    const { id, aliasId } = await shop.createActive();
    await shop.reportMandate(id, update);
    const [alias] = await world.database.query<{ closed_by: string }[]>('SELECT closed_by FROM payment_alias WHERE id = $1', [aliasId]);
    expect([await shop.statesWithAlias(id), (await shop.findRow(id))['cancelled_by'], alias?.closed_by]).toEqual([states, by, closedBy]);
    // The acquirer reported the end, so the mandate is neither polled nor revoked there.
    expect((await shop.findRow(id))['next_poll_at']).toBeNull();
  });

  it.each([
    [{ outcome: 'failed', reason: 'payer_declined' } as const, ['cancelled', 'unregistered'], 'payer', 'USER_DECLINED'],
    [{ outcome: 'failed', reason: 'issuer_declined' } as const, ['cancelled', 'unregistered'], 'blik', 'ISSUER_DECLINED'],
    [{ outcome: 'failed', reason: 'payer_timeout' } as const, ['expired', 'expired'], null, null],
    [{ outcome: 'expired' } as const, ['expired', 'expired'], null, null],
    [{ outcome: 'revoked', by: 'payer', rawCode: 'changed mind' } as const, ['cancelled', 'unregistered'], 'payer', 'changed mind'],
    [{ outcome: 'revoked', by: 'scheme', rawCode: null } as const, ['cancelled', 'unregistered'], 'blik', null],
  ])('ends a pending mandate: %j', async (update, states, by, reason) => {
    const { id, transactionId } = await shop.createPending();
    await shop.reportMandate(id, update);
    const [subscription] = (await shop.get(`/subscriptions?filter[uuid]=${id}`)).body.data;
    expect([await shop.statesWithAlias(id), subscription.cancelled]).toEqual([states, by && { by, reason }]);
    expect((await shop.attempts(transactionId))[0]?.state).toBe(
      update.outcome === 'failed' ? 'failed' : update.outcome === 'expired' ? 'expired' : 'canceled',
    );
  });

  it('does not move a mandate back when it is repeated, late or in conflict with an earlier one', async () => {
    const { id } = await shop.createActive();
    for (const update of [{ outcome: 'active' }, { outcome: 'pending' }, { outcome: 'failed' }, { outcome: 'unknown' }] as const)
      expect((await shop.reportMandate(id, update)).status).toBe(200);
    expect(await shop.statesWithAlias(id)).toEqual(['active', 'active']);
    await shop.reportMandate(id, { outcome: 'revoked', by: 'payer' });
    for (const update of [{ outcome: 'active' }, { outcome: 'expired' }, { outcome: 'revoked', by: 'scheme' }] as const)
      expect((await shop.reportMandate(id, update)).status).toBe(200);
    expect([await shop.statesWithAlias(id), (await shop.findRow(id))['cancelled_by']]).toEqual([['cancelled', 'unregistered'], 'payer']);
    const effects = await world.database.query<{ effect: string }[]>(
      'SELECT effect FROM payment_callback WHERE subscription_id = $1 ORDER BY received_at',
      [id],
    );
    expect(effects.map(({ effect }) => effect)).toEqual([
      'applied',
      'duplicate',
      'no_news',
      'too_late',
      'no_news',
      'applied',
      'too_late',
      'duplicate',
      'duplicate',
    ]);
  });

  it('about a mandate that the gateway does not have needs staff', async () => {
    expect((await shop.reportMandate('019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30', { outcome: 'active' })).status).toBe(200);
    const [row] = await world.database.query<{ effect: string }[]>(
      `SELECT effect FROM payment_callback WHERE kind = 'consent' ORDER BY received_at DESC LIMIT 1`,
    );
    expect(row?.effect).toBe('for_staff');
  });

  /** Sends a callback that only says that something changed. The acquirer responds to the poll that follows with this result. */
  async function sendHint(id: string, result: ReturnType<typeof fakeMandateResult>): Promise<void> {
    payments.acquirer.onCallback = () => ({
      verdict: 'hint',
      about: [{ providerRef: `c-${id.replaceAll('-', '')}`, reference: null }],
      answer: { status: 200, contentType: 'text/plain', body: 'OK' },
    });
    await world.http.post('/connectors/channels/fake/reports', { body: {} });
    // Restores the default handler.
    payments.acquirer.onCallback = new (payments.acquirer.constructor as new (name: string) => typeof payments.acquirer)('x').onCallback;
    shop.fakeMandates.onPoll = () => result;
    await shop.pollDue();
  }

  it('that is only a hint makes the gateway poll', async () => {
    const { id } = await shop.createActive();
    await sendHint(id, fakeMandateResult({ outcome: 'revoked', by: 'payer' }));
    expect(await shop.statesWithAlias(id)).toEqual(['cancelled', 'unregistered']);
  });

  it('that is only a hint causes no further poll when the response ends nothing', async () => {
    const { id } = await shop.createActive();
    await sendHint(id, fakeMandateResult({ outcome: 'failed', reason: 'payer_declined' }));
    expect([await shop.statesWithAlias(id), (await shop.findRow(id))['next_poll_at']]).toEqual([['active', 'active'], null]);
  });
});

describe('the ledger and the list counters', () => {
  it('agree with the payments after all tests', async () => {
    await expectLedgerValid(world);
  });
});
