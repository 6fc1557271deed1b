import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { CallbackLoop } from '../../src/sandbox/callback-loop.js';
import { paymentWorld, type PaymentShop, type PaymentWorld } from '../payments/support/payment-shop.js';
import { refundResult, type RefundShop, refundShop, sendRefunds } from '../payments/support/refund-shop.js';
import { attemptResult } from '../payments/support/fake-acquirer.js';
import { type SubscriptionShop, subscriptionShop } from '../payments/support/subscription-shop.js';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from '../sms/sms-shop.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { DeliverEndpointService } from '../../src/platform/webhooks/delivery/deliver-endpoint.service.js';
import { EndpointWaker } from '../../src/platform/webhooks/wake-up/endpoint-waker.js';
import { PeriodicTasks } from '../../src/runtime/scheduling/periodic-tasks.js';

let world: World;
let payments: PaymentWorld;
let online: PaymentShop;
let refunds: RefundShop;
let billing: Shop;
let sms: SmsShop;
let subscriptions: SubscriptionShop;
beforeAll(async () => {
  // The worker and the sandbox do nothing by themselves. The test starts their work.
  jest.spyOn(CallbackLoop.prototype, 'onApplicationBootstrap').mockReturnValue();
  jest.spyOn(PeriodicTasks.prototype, 'onApplicationBootstrap').mockReturnValue();
  jest.spyOn(EndpointWaker.prototype, 'wake').mockReturnValue();
  world = await startWorld({ ROLE: 'all', SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  payments = paymentWorld(world);
  online = await payments.openPaymentShop();
  refunds = refundShop(world, online);
  // The first entry of an account creates the account, which needs more statements.
  await refunds.sendRefundRequest(await refunds.createPaidTransaction({ amount: 900 }), { amount: 1 });
  subscriptions = await subscriptionShop(payments);
  billing = await world.createPartnerShop();
  sms = await createSmsShop(world);
  await sms.receive();
});
afterAll(() => world.stop());

/**
 * Statements that are not counted: reads of the clocks, rows that are cached for a moment and so are read by some requests only,
 * and the last-used times of tokens, which many requests share. The sandbox and the queue have their own connections.
 */
const NOT_COUNTED =
  /business_clock|clock_timestamp\(\) AS now|^LISTEN|access_token|area, name, status FROM service|FROM payment_channel\b|FROM direct_billing_(service|rate)|max_gross_minor AS|ELSE 'service_blocked'/;

/** The statements that the gateway sends during a step, including `BEGIN` and `COMMIT`. */
async function statementsOf(step: () => Promise<unknown>): Promise<string[]> {
  const query = jest.spyOn(pg.Client.prototype as { query: (statement: string | { text: string }) => unknown }, 'query');
  try {
    await step();
    const { calls, contexts } = query.mock;
    const gatewayCalls = calls.filter((_, index) => applicationOf(contexts[index]) === 'gateway');
    return gatewayCalls
      .map(([statement]) => (typeof statement === 'string' ? statement : statement.text))
      .filter((text) => !NOT_COUNTED.test(text));
  } finally {
    query.mockRestore();
  }
}

const applicationOf = (client: unknown): string =>
  (client as { connectionParameters: { application_name: string } }).connectionParameters.application_name;

const openPage = (id: string) => fetch(`${world.http.baseUrl}/pay/${id}`).then((response) => response.text());
const submitForm = (id: string, path: string, fields: Record<string, string>) =>
  fetch(`${world.http.baseUrl}/pay/${id}/${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
const beginPayment = async (channel: 'mbank' | 'blik' = 'mbank'): Promise<string> => {
  const id = await online.createNewPayment();
  await online.beginAttempt(id, channel);
  return id;
};
const createSentRefund = async (): Promise<string> => {
  payments.acquirer.onRefund = () => refundResult('pending');
  const refund = await refunds.createNewRefund(await refunds.createPaidTransaction({ amount: 10 }));
  await sendRefunds(world);
  return refund;
};

/** A step on an object that is created before the count begins. */
const stepOn =
  <Subject>(create: () => Promise<Subject>, step: (subject: Subject) => Promise<unknown>): Preparation =>
  async () => {
    const subject = await create();
    return () => step(subject);
  };
/** A step that needs no preparation. */
const stepAlone =
  (step: () => Promise<unknown>): Preparation =>
  () =>
    Promise.resolve(step);
/** Prepares a step without counting statements, and returns the step. */
type Preparation = () => Promise<() => Promise<unknown>>;

/** Wakes the worker and waits until it has delivered all waiting notifications. */
async function deliverNotifications(): Promise<void> {
  const worker = world.get(DeliverEndpointService);
  worker.wake(online.serviceId);
  await until(
    () => worker.isAwake(online.serviceId),
    (isAwake) => !isAwake,
  );
}
/** @param before the number of notifications that were delivered before */
async function deliverTwoNotifications(before: number): Promise<void> {
  await deliverNotifications();
  expect(online.shop.receiver.requests.length).toBe(before + 2);
}
const payByCode = (id: string) => {
  payments.acquirer.onCode = () => attemptResult({ outcome: 'paid' });
  return submitForm(id, 'method', { channel: 'blik', code: '777123' });
};

/** For each step the number of its statements and its preparation. */
const STEPS: Record<string, [statements: number, prepare: Preparation]> = {
  'a payment is created': [1, stepAlone(() => online.create())],
  'a payment is created with a key': [1, stepAlone(() => online.create({}, { headers: { 'Idempotency-Key': randomUUID() } }))],
  'a payment is shown': [
    1,
    stepOn(
      () => online.createNewPayment(),
      (id) => online.get(`/transactions/${id}`),
    ),
  ],
  'payments are listed': [1, stepAlone(() => online.get('/transactions'))],
  'the page of a payment is opened': [3, stepOn(() => online.createNewPayment(), openPage)],
  'a bank is chosen on the page': [
    22,
    stepOn(
      () => online.createNewPayment(),
      (id) => submitForm(id, 'method', { channel: 'mbank' }),
    ),
  ],
  'a BLIK code is entered on the page': [
    34,
    stepOn(
      () => online.createNewPayment(),
      (id) => submitForm(id, 'method', { channel: 'blik', code: '777123' }),
    ),
  ],
  'a BLIK code is entered on the page and accepted immediately': [43, stepOn(() => online.createNewPayment(), payByCode)],
  'the acquirer reports a payment as paid': [14, stepOn(beginPayment, (id) => online.reportAttempt(id, { outcome: 'paid' }))],
  'the acquirer reports a payment as declined': [
    11,
    stepOn(beginPayment, (id) => online.reportAttempt(id, { outcome: 'failed', reason: 'insufficient_funds' })),
  ],
  'the page of a paid payment is opened': [3, stepOn(() => refunds.createPaidTransaction(), openPage)],
  'the notifications of a payment are acknowledged': [
    4,
    stepOn(async () => {
      await deliverNotifications();
      await payByCode(await online.createNewPayment());
      return online.shop.receiver.requests.length;
    }, deliverTwoNotifications),
  ],
  'a refund is requested': [
    10,
    stepOn(
      () => refunds.createPaidTransaction(),
      (id) => refunds.sendRefundRequest(id, { amount: 1 }),
    ),
  ],
  'the acquirer reports a refund as completed': [12, stepOn(createSentRefund, (id) => refunds.reportRefund(id, 'completed'))],
  'a subscription is charged': [
    34,
    stepOn(
      async () => {
        const { id } = await subscriptions.createActive();
        return { id, transactionId: await subscriptions.createRecurringPayment(10) };
      },
      ({ id, transactionId }) => subscriptions.autopay(id, { transactionId }),
    ),
  ],
  'a phone-bill payment is created': [1, stepAlone(() => billing.create())],
  'the phone number is entered on its page': [
    12,
    stepOn(
      async () => (await billing.create()).body.data.transactionId as string,
      (id) => payerOf(world, id).chooseOperator(),
    ),
  ],
  'the code by SMS is entered on its page': [
    20,
    stepOn(
      async () => {
        const payer = payerOf(world, (await billing.create()).body.data.transactionId as string);
        await payer.chooseOperator();
        return payer;
      },
      (payer) => payer.enterCode(),
    ),
  ],
  'a premium message arrives': [4, stepAlone(() => sms.receive())],
  'the code of a premium message is checked': [
    2,
    stepOn(
      () => sms.buyCode(),
      (code) => sms.check(code),
    ),
  ],
};

describe('the number of statements does not change when', () => {
  it.each(Object.entries(STEPS))('%s', async (_, [statements, prepare]) => {
    expect(await statementsOf(await prepare())).toHaveLength(statements);
  });
});
