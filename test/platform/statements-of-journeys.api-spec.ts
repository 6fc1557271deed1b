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
  // What a worker and the simulated parties do by themselves is done when the test asks for it.
  jest.spyOn(CallbackLoop.prototype, 'onApplicationBootstrap').mockReturnValue();
  jest.spyOn(PeriodicTasks.prototype, 'onApplicationBootstrap').mockReturnValue();
  jest.spyOn(EndpointWaker.prototype, 'wake').mockReturnValue();
  world = await startWorld({ ROLE: 'all', SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  payments = paymentWorld(world);
  online = await payments.open();
  refunds = refundShop(world, online);
  // The first entry of an account makes it.
  await refunds.refund(await refunds.paid({ amount: 900 }), { amount: 1 });
  subscriptions = await subscriptionShop(payments);
  billing = await world.partner();
  sms = await createSmsShop(world);
  await sms.receive();
});
afterAll(() => world.stop());

/**
 * Not counted: the simulated parties and the queue, which have connections of their own; the gateway's looks at its clocks; and what is
 * remembered for a moment, and so read by some requests only; and the note of when tokens were used, which many requests share.
 */
const ASIDE =
  /business_clock|clock_timestamp\(\) AS now|^LISTEN|access_token|area, name, status FROM service|FROM payment_channel\b|FROM direct_billing_(service|rate)|max_gross_minor AS|ELSE 'service_blocked'/;

/** The statements of the gateway that a step takes, `BEGIN` and `COMMIT` included. */
async function statementsOf(step: () => Promise<unknown>): Promise<string[]> {
  const query = jest.spyOn(pg.Client.prototype as { query: (statement: string | { text: string }) => unknown }, 'query');
  try {
    await step();
    const { calls, contexts } = query.mock;
    const ofGateway = calls.filter((_, index) => applicationOf(contexts[index]) === 'gateway');
    return ofGateway.map(([given]) => (typeof given === 'string' ? given : given.text)).filter((text) => !ASIDE.test(text));
  } finally {
    query.mockRestore();
  }
}

/** What a connection calls itself. */
const applicationOf = (client: unknown): string =>
  (client as { connectionParameters: { application_name: string } }).connectionParameters.application_name;

const page = (id: string) => fetch(`${world.http.baseUrl}/pay/${id}`).then((answer) => answer.text());
const form = (id: string, path: string, fields: Record<string, string>) =>
  fetch(`${world.http.baseUrl}/pay/${id}/${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
const begun = async (channel: 'mbank' | 'blik' = 'mbank'): Promise<string> => {
  const id = await online.payment();
  await online.begin(id, channel);
  return id;
};
const sentRefund = async (): Promise<string> => {
  payments.acquirer.onRefund = () => refundResult('pending');
  const refund = await refunds.refunded(await refunds.paid({ amount: 10 }));
  await sendRefunds(world);
  return refund;
};

/** A step about something that is made before. */
const about =
  <Made>(make: () => Promise<Made>, step: (made: Made) => Promise<unknown>): Prepared =>
  async () => {
    const made = await make();
    return () => step(made);
  };
const once =
  (step: () => Promise<unknown>): Prepared =>
  () =>
    Promise.resolve(step);
type Prepared = () => Promise<() => Promise<unknown>>;

/** A worker is woken and delivers everything that waits. */
async function deliver(): Promise<void> {
  const worker = world.get(DeliverEndpointService);
  worker.wake(online.serviceId);
  await until(
    () => worker.isAwake(online.serviceId),
    (isAwake) => !isAwake,
  );
}
/** @param before how many were delivered before. */
async function deliverTwo(before: number): Promise<void> {
  await deliver();
  expect(online.shop.receiver.requests.length).toBe(before + 2);
}
const paidByCode = (id: string) => {
  payments.acquirer.onCode = () => attemptResult({ outcome: 'paid' });
  return form(id, 'method', { channel: 'blik', code: '777123' });
};

/** Of each step what it takes, and how it is made. */
const STEPS: Record<string, [known: number, prepare: Prepared]> = {
  'a payment is created': [1, once(() => online.create())],
  'a payment is created with a key': [1, once(() => online.create({}, { headers: { 'Idempotency-Key': randomUUID() } }))],
  'a payment is shown': [
    1,
    about(
      () => online.payment(),
      (id) => online.get(`/transactions/${id}`),
    ),
  ],
  'payments are listed': [1, once(() => online.get('/transactions'))],
  'its page is opened': [3, about(() => online.payment(), page)],
  'a bank is chosen on it': [
    22,
    about(
      () => online.payment(),
      (id) => form(id, 'method', { channel: 'mbank' }),
    ),
  ],
  'a BLIK code is typed on it': [
    34,
    about(
      () => online.payment(),
      (id) => form(id, 'method', { channel: 'blik', code: '777123' }),
    ),
  ],
  'a BLIK code is typed on it, and paid at once': [43, about(() => online.payment(), paidByCode)],
  'the bank says that it is paid': [14, about(begun, (id) => online.report(id, { outcome: 'paid' }))],
  'the bank says that it is refused': [11, about(begun, (id) => online.report(id, { outcome: 'failed', reason: 'insufficient_funds' }))],
  'the page of what is paid is opened': [3, about(() => refunds.paid(), page)],
  'its notifications are acknowledged': [
    4,
    about(async () => {
      await deliver();
      await paidByCode(await online.payment());
      return online.shop.receiver.requests.length;
    }, deliverTwo),
  ],
  'a refund is requested': [
    10,
    about(
      () => refunds.paid(),
      (id) => refunds.refund(id, { amount: 1 }),
    ),
  ],
  'the acquirer says that it is refunded': [12, about(sentRefund, (id) => refunds.report(id, 'completed'))],
  'a subscription is charged': [
    34,
    about(
      async () => {
        const { id } = await subscriptions.active();
        return { id, transactionId: await subscriptions.recurring(10) };
      },
      ({ id, transactionId }) => subscriptions.autopay(id, { transactionId }),
    ),
  ],
  'a phone-bill payment is created': [1, once(() => billing.create())],
  'its number is typed': [
    12,
    about(
      async () => (await billing.create()).body.data.transactionId as string,
      (id) => payerOf(world, id).choose(),
    ),
  ],
  'its code is typed': [
    20,
    about(
      async () => {
        const payer = payerOf(world, (await billing.create()).body.data.transactionId as string);
        await payer.choose();
        return payer;
      },
      (payer) => payer.code(),
    ),
  ],
  'a premium message arrives': [4, once(() => sms.receive())],
  'its code is checked': [
    2,
    about(
      () => sms.buyCode(),
      (code) => sms.check(code),
    ),
  ],
};

describe('the number of statements is known when', () => {
  it.each(Object.entries(STEPS))('%s', async (_, [known, prepare]) => {
    expect(await statementsOf(await prepare())).toHaveLength(known);
  });
});
