import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CancelSubscriptionService } from '../../src/products/payments/subscriptions/cancel-subscription.service.js';
import { moveToNoon } from '../support/noon.js';
import { countStatus, times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { expectLedgerValid } from './support/expect-ledger-valid.js';
import { attemptResult } from './support/fake-acquirer.js';
import { fakeMandateResult } from './support/fake-mandates.js';
import { paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { subscriptionShop, type SubscriptionShop } from './support/subscription-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: SubscriptionShop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0', DATABASE_POOL_SIZE: '5', DATABASE_POOL_CALLER_SHARE: '100' });
  await moveToNoon(world);
  payments = paymentWorld(world);
  shop = await subscriptionShop(payments);
});
beforeEach(() => shop.fakeMandates.reset());
afterAll(() => world.stop());

const all = <T>(promises: readonly Promise<T>[]): Promise<T[]> => Promise.all(promises);
/** The different error codes of these responses. */
const errorCodes = (responses: readonly { status: number; body: { errorCode?: string } }[]): string[] => [
  ...new Set(responses.filter(({ status }) => status >= 400).map(({ body }) => body.errorCode ?? '')),
];

describe('concurrent requests about subscriptions', () => {
  it('give the value of an alias to one of them, even across services', async () => {
    const shops = await all(times(4, () => subscriptionShop(payments)));
    const bodies = await all(
      times(20, async (index) => ({
        requester: shops[index % 4],
        body: await shops[index % 4]?.createRequestBody({ alias: { value: 'the-one', type: 'PAYID' } }),
      })),
    );
    const responses = await all(bodies.flatMap(({ requester, body }) => (requester && body ? [requester.subscribe(body)] : [])));
    expect([countStatus(responses, 201), countStatus(responses, 409), errorCodes(responses)]).toEqual([1, 19, ['ALIAS_ALREADY_EXISTS']]);
    const [row] = await world.database.query<{ count: string }[]>(`SELECT count(*) FROM payment_alias WHERE value = 'the-one'`);
    expect([Number(row?.count), shop.fakeMandates.registered.length]).toEqual([1, 1]);
  });

  it('start one subscription for a payment', async () => {
    const transactionId = await shop.createRecurringPayment(0);
    const bodies = await all(times(10, () => shop.createRequestBody({ transactionId })));
    const responses = await all(bodies.map((body) => shop.subscribe(body)));
    expect([countStatus(responses, 201), errorCodes(responses)]).toEqual([1, ['ATTEMPT_IN_PROGRESS']]);
  });

  it('with the same idempotency key make one subscription', async () => {
    const body = await shop.createRequestBody();
    const headers = { 'Idempotency-Key': 'twenty-at-once' };
    const responses = await all(times(20, () => shop.subscribe(body, { headers })));
    expect(countStatus(responses, 201) + countStatus(responses, 409)).toBe(20);
    expect(errorCodes(responses).filter((code) => code !== 'IDEMPOTENCY_CONFLICT')).toEqual([]);
    expect(shop.fakeMandates.registered).toHaveLength(1);
  });

  it.each([
    ['count', 'COUNT_LIMIT_EXCEEDED', { transactionsCountLimit: 2 }],
    ['total', 'TOTAL_AMOUNT_LIMIT_EXCEEDED', { amountLimitTotal: 60, amountLimitPerTransaction: 30 }],
  ])('let at most one of two hundred charges take the last unit of the %s', async (_, limit, change) => {
    const { id } = await shop.createActive(shop.modelATerms({ frequency: '1D', ...change }));
    expect((await shop.autopay(id, { transactionId: await shop.createRecurringPayment(30) })).status).toBe(200);
    await world.moveTimeForward({ hours: 24 }); // A new period: only the limit can reject the other charges.
    const transactions: string[] = [];
    for (let batch = 0; batch < 20; batch += 1) transactions.push(...(await all(times(10, () => shop.createRecurringPayment(30)))));
    const responses = await all(transactions.map((transactionId) => shop.autopay(id, { transactionId })));
    // The number of requests that may wait for one subscription is limited: the others get a temporary error.
    expect(countStatus(responses, 200)).toBeLessThanOrEqual(1);
    expect([200, 400, 429, 503].map((status) => countStatus(responses, status)).reduce((sum, count) => sum + count)).toBe(200);
    expect((await shop.autopay(id, { transactionId: await shop.createRecurringPayment(30) })).body.errorCode).toBe(limit);
    expect(
      errorCodes(responses).filter((code) => !['SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'ATTEMPT_IN_PROGRESS', limit].includes(code)),
    ).toEqual([]);
    expect(shop.fakeMandates.charged).toHaveLength(2);
    payments.acquirer.onPoll = ({ channel }) => attemptResult({ outcome: channel === 'blik-recurrent' ? 'paid' : 'pending' });
    await world.moveTimeForward({ minutes: 5 });
    await payments.pollAttempts();
    payments.acquirer.onPoll = () => attemptResult({ outcome: 'pending' });
    const { charge_count, charge_minor, paid_count } = await shop.findRow(id);
    expect([charge_count, Number(charge_minor), paid_count]).toEqual([2, 6_000, 2]);
  });

  it.each([
    ['the last unit of the count', { frequency: '1D', transactionsCountLimit: 1 }, { hours: 24 }],
    ['the last unit of the total', { frequency: '1D', amountLimitTotal: 30, amountLimitPerTransaction: 30 }, { hours: 24 }],
    ['its period', { frequency: '1M' }, { hours: 0 }],
  ])(
    'for late money of a declined charge and for a new charge let one of the two take %s, and reverse late money beyond it',
    async (_, terms, elapsed) => {
      const subscriptions: { id: string; latePaymentId: string }[] = [];
      for (let index = 0; index < 15; index += 1) {
        const { id } = await shop.createActive(shop.modelATerms(terms));
        const latePaymentId = await shop.createRecurringPayment(30);
        shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'failed', reason: 'scheme_timeout' });
        expect((await shop.autopay(id, { transactionId: latePaymentId })).status).toBe(400);
        subscriptions.push({ id, latePaymentId });
      }
      shop.fakeMandates.reset();
      await world.moveTimeForward(elapsed);
      for (const { id, latePaymentId } of subscriptions) {
        const newPaymentId = await shop.createRecurringPayment(30);
        const callback = shop.reportAttempt(latePaymentId, { outcome: 'paid' });
        const isNewCharged = (await shop.autopay(id, { transactionId: newPaymentId })).status === 200;
        expect([(await callback).status, (await shop.findRow(id))['charge_count']]).toEqual([200, 1]);
        const [attempt] = await shop.attempts(latePaymentId);
        expect([attempt?.state, await shop.readStatus(latePaymentId)]).toEqual(isNewCharged ? ['return_due', 'failure'] : ['paid', 'paid']);
      }
    },
  );

  it('to pay and to cancel leave the charge paid and the subscription cancelled or finished', async () => {
    const subscriptions = await all(times(10, () => shop.createActive(shop.modelATerms({ transactionsCountLimit: 1 }))));
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'pending' });
    const transactions = await all(subscriptions.map(() => shop.createRecurringPayment()));
    await all(subscriptions.map(({ id }, index) => shop.autopay(id, { transactionId: transactions[index] })));
    await all<unknown>([
      ...transactions.map((id) => shop.reportAttempt(id, { outcome: 'paid' })),
      ...subscriptions.map(({ id }) => world.get(CancelSubscriptionService).run(id, 'merchant', null)),
      shop.expireDue(),
      shop.expireDue(),
    ]);
    for (const id of transactions) expect(await shop.readStatus(id)).toBe('paid');
    for (const { id } of subscriptions) {
      const [status] = await shop.statesWithAlias(id);
      expect([['cancelled', 'finished'].includes(status), (await shop.findRow(id))['paid_count']]).toEqual([true, 1]);
    }
  });
});

it('concurrent workers poll each subscription at most once and make all active', async () => {
  shop.fakeMandates.onRegister = () => fakeMandateResult({ outcome: 'unknown' });
  const subscriptions = await all(times(60, () => shop.createPending()));
  shop.fakeMandates.onPoll = () => fakeMandateResult({ outcome: 'active' });
  await world.moveTimeForward({ minutes: 1 });
  await all([shop.pollDue(), shop.pollDue(), shop.pollDue()]);
  const polled = shop.fakeMandates.polledMandates.map(({ reference }) => reference);
  expect(new Set(polled).size).toBe(polled.length);
  for (const { id } of subscriptions) expect(await shop.statesWithAlias(id)).toEqual(['active', 'active']);
});

it('the ledger agrees with the payments after all tests', () => expectLedgerValid(world));
