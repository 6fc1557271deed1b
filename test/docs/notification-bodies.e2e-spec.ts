import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import { bodySignature } from '../../src/platform/webhooks/delivery/body-signature.js';
import { standardWebhookHeaders } from '../../src/platform/webhooks/delivery/signed-notification.js';
import { Parts } from '../../src/platform/products/parts.js';
import { SendTestNotificationService } from '../../src/platform/webhooks/outbox/send-test-notification.service.js';
import { DIRECT_BILLING_NOTIFICATION } from '../../src/products/direct-billing/notification.js';
import { AbandonAttemptService } from '../../src/products/payments/attempts/abandon-attempt.service.js';
import { ReviewHeldPaymentService } from '../../src/products/payments/review/review-held-payment.service.js';
import { CancelSubscriptionService } from '../../src/products/payments/subscriptions/cancel-subscription.service.js';
import { level0Shop } from '../payments/support/level0-shop.js';
import { type PaymentShop, paymentWorld } from '../payments/support/payment-shop.js';
import { refundResult, refundShop, sendRefunds } from '../payments/support/refund-shop.js';
import { subscriptionShop } from '../payments/support/subscription-shop.js';
import { checkGeneratedFile } from '../support/generated-docs.js';
import { moveToNoon } from '../support/noon.js';
import { payerOf } from '../support/payer.js';
import type { ReceivedRequest } from '../support/receiver.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

/** Public keys, with which readers of the guide verify the samples. */
const BODY_KEY = 'SERVICE_IPN_KEY';
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

const WITHOUT_TYPE = 'phone bills, without a type';

/** The states of each type of notification that the guide shows. */
const EXPECTED_STATES: Record<string, string[]> = {
  'transaction:status_changed': ['generated', 'confirmed', 'paid', 'failure', 'canceled', 'expired', 'fraud_possibility', 'fraud', 'refunded'].map((state) => `transaction_${state}`), // prettier-ignore
  'transaction_refund:status_changed': ['pending', 'completed', 'rejected', 'failed'].map((state) => `refund_${state}`),
  'transaction_blik_level0:code_status_changed': ['VALID', 'INSUFFICIENT_FUNDS'],
  'blik:alias_status_changed': ['active', 'unregistered', 'expired'].map((state) => `alias_${state}`),
  'subscription:status_changed': ['active', 'cancelled', 'expired', 'finished', 'fraudulent'].map((state) => `subscription_${state}`),
  [WITHOUT_TYPE]: ['confirmed', 'payed', 'rejected'].map((state) => `transaction_db_${state}`),
  'ipn:test': ['ipn:test'],
};

let world: World;
let shop: Shop;
let online: PaymentShop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all', PAYMENT_HOLD_PER_EMAIL: '0', PAYMENT_HOLD_PER_SYSTEM_ID: '1' });
  await moveToNoon(world);
  shop = await world.createPartnerShop();
  await createAllNotifications();
});
afterAll(() => world.stop());

const stateOf = ({ body }: ReceivedRequest): [type: string, state: string] => {
  const { type, status, data } = JSON.parse(body) as { type?: string; status?: string; data?: { status?: string; ticket_status?: string } };
  return type === undefined ? [WITHOUT_TYPE, status ?? ''] : [type, data?.ticket_status ?? data?.status ?? type];
};
const idOf = ({ headers }: ReceivedRequest): string => String(headers['webhook-id']);
/** The notification of this state that was created first: ids of notifications are ordered by time. */
const firstNotification = (type: string, state: string): ReceivedRequest | undefined =>
  shop.receiver.requests
    .filter((request) => stateOf(request).join() === [type, state].join())
    .sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))[0];
const untilReceived = (type: string, state: string): Promise<unknown> =>
  until(
    () => Promise.resolve(firstNotification(type, state)),
    (request) => request !== undefined,
  );

/** Creates all notifications at one partner: through its API, its payers' pages, and callbacks of its acquirer and its operators. */
async function createAllNotifications(): Promise<void> {
  const payments = paymentWorld(world);
  const subscriptions = await subscriptionShop(payments, { shop });
  online = subscriptions;
  const refunds = refundShop(world, online);
  const level0 = level0Shop(world, online);
  const order = { control: 'order-1', customer: { name: 'Jan', email: 'jan@example.com', countryCode: 'PL' } };
  const startPayment = async (body: object = order): Promise<string> => {
    const id = await online.createNewPayment({ amount: 49.99, ...body });
    await online.beginAttempt(id);
    return id;
  };

  const paid = await startPayment();
  await online.reportAttempt(paid, { outcome: 'authorized' });
  for (const [id, outcome] of [[paid, 'paid'], [await startPayment(), 'paid']] as const) await online.reportAttempt(id, { outcome }); // prettier-ignore
  await world.get(AbandonAttemptService).cancelPayment(await startPayment());
  const failing = await startPayment();
  for (const outcome of ['authorized', 'failed'] as const)
    await online.reportAttempt(failing, { outcome, reason: 'insufficient_funds' } as never);
  for (const suspicious of [await startPayment({ antifraud: { systemId: '7' } }), await startPayment({ antifraud: { systemId: '7' } })]) await online.reportAttempt(suspicious, { outcome: 'paid' }); // prettier-ignore
  await untilReceived('transaction:status_changed', 'transaction_fraud_possibility');
  const [{ id: held = '' } = {}] = await world.database.query<{ id?: string }[]>("SELECT id FROM payment_transaction WHERE status = 'transaction_fraud_possibility'"); // prettier-ignore
  await world.get(ReviewHeldPaymentService).reject(held);

  payments.acquirer.onRefund = () => refundResult('rejected');
  await refunds.createNewRefund(paid, 10);
  await sendRefunds(world);
  payments.acquirer.onRefund = () => refundResult('pending');
  for (const outcome of ['completed', 'failed'] as const) {
    const refund = await refunds.createNewRefund(paid, 10);
    await sendRefunds(world);
    await refunds.reportRefund(refund, outcome);
  }
  const rest = await refunds.createNewRefund(paid);
  await sendRefunds(world);
  await refunds.reportRefund(rest, 'completed');

  const aliasId = await level0.registerActiveAlias('customer-1');
  expect((await level0.unregisterById(aliasId, {})).status).toBe(204);
  await level0.report(await level0.registerActiveAlias('customer-2'), { outcome: 'expired' });
  const declined = await level0.createUnpaidPayment();
  await level0.pay(declined, { ticket: { T6: '777123' } });
  await online.reportAttempt(declined, { outcome: 'failed', reason: 'insufficient_funds' });

  const cancel = world.get(CancelSubscriptionService);
  await cancel.run((await subscriptions.createActive()).id, 'merchant', 'not wanted');
  await cancel.cancelForFraud((await subscriptions.createActive()).id, 'stolen phone');
  await subscriptions.reportMandate((await subscriptions.createActive()).id, { outcome: 'expired' });
  await subscriptions.charge(
    (await subscriptions.createActive(subscriptions.modelATerms({ frequency: '1D', transactionsCountLimit: 1 }))).id,
  );

  const createPhoneBillPayment = async (): Promise<string> =>
    ((await shop.create({ control: 'order-1', returns: { success: 'https://shop.example/thanks' } })).body as { data: { transactionId: string } }).data.transactionId; // prettier-ignore
  const [confirmed, rejected] = [await createPhoneBillPayment(), await createPhoneBillPayment()];
  await payerOf(world, confirmed).pay();
  await payerOf(world, rejected).pay('500600001');
  await world.get(SendTestNotificationService).run(shop.serviceId);
  await online.createNewPayment(order);
  await world.moveTimeForward({ hours: 25 });
  await payments.expirePayments();
  await subscriptions.expireDue();
  await until(
    () =>
      Object.entries(EXPECTED_STATES).flatMap(([type, states]) => states.filter((state) => firstNotification(type, state) === undefined)),
    (missing) => missing.length === 0,
  );
  await until(
    async () => (await world.database.query<{ count: string }[]>('SELECT count(*) FROM webhook_event'))[0]?.count,
    (count) => Number(count) === new Set(shop.receiver.requests.map(idOf)).size,
  );
}

/** The signed text of a body: all values except the signature, written as in the body, joined by `|`. */
function signedTextOf(body: string): string {
  const tokens = body.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?/g, (token) => (token.startsWith('"') ? token : `"${token}"`));
  const rest = JSON.parse(tokens) as Record<string, unknown>;
  delete rest['signature'];
  const leaves = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
  return leaves(rest).join('|');
}

describe('every notification of every state that the running gateway sends', () => {
  const allStates = Object.entries(EXPECTED_STATES).flatMap(([type, states]) => states.map((state): [string, string] => [type, state]));

  it.each(allStates)('%s %s is signed twice', async (type, state) => {
    const { body, headers } = firstNotification(type, state) as ReceivedRequest;
    const { serviceId = '', data } = JSON.parse(body) as {
      serviceId?: string;
      data?: { service_id?: string; transaction?: { service_id: string } };
    };
    const service = data?.service_id ?? data?.transaction?.service_id ?? (serviceId === '' ? online.serviceId : serviceId);
    const { bodyKey, webhookSecrets } = await world.get(ServiceKeys).signingKeys(service);
    const { signature } = JSON.parse(body) as { signature: string };
    expect(signature).toBe(
      createHash('sha256')
        .update(`${signedTextOf(body)}|${bodyKey}`)
        .digest('hex'),
    );
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(headers).toMatchObject({ ...standardWebhookHeaders(String(headers['webhook-id']), at, body, webhookSecrets) });
  });

  it('has one of the declared types', () => {
    const names = world.get(Parts).notifications.map(({ name }) => (name === DIRECT_BILLING_NOTIFICATION.name ? WITHOUT_TYPE : name));
    expect(Object.keys(EXPECTED_STATES).sort()).toEqual(names.sort());
  });

  it('is in the guide, with the same ids and times each time (npm run docs writes them)', () => {
    const parts = Object.entries(EXPECTED_STATES).map(([type, states]) => {
      const samples = states.map((state) => sampleOf(state, firstNotification(type, state)?.body ?? ''));
      return `## ${type}\n\n${samples.join('\n\n')}`;
    });
    checkGeneratedFile('docs/guides/notification-bodies.md', `${HEAD}\n\n${parts.join('\n\n')}\n`);
  });
});

const HEAD = `# Notification bodies

For partners' developers: every notification of every state, as a running gateway sends it, with both signatures.

Ids, times and keys are samples, and the rest is as it was sent. \`${BODY_KEY}\` is the key of the \`signature\` in the body, and
\`${SECRET}\` is the secret of the header \`webhook-signature\`. [Verify](verify.md) describes both signatures, and
[Notifications](notifications.md#what-the-states-mean) what each state means. Members without a value are left out. Later versions may add members.`;

function sampleOf(state: string, sentBody: string): string {
  const unsigned = withSampleValues(sentBody).replace(/,"signature":"\w+"\}$/, '}');
  const signedText = signedTextOf(unsigned);
  const body = `${unsigned.slice(0, -1)},"signature":"${bodySignature(signedText, BODY_KEY)}"}`;
  const id = '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30';
  const headers = standardWebhookHeaders(id, new Date('2026-11-21T12:05:10Z'), body, [
    Buffer.from(SECRET.slice('whsec_'.length), 'base64'),
  ]);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return `### ${state}\n\n\`\`\`http\n${lines.join('\n')}\n\n${body}\n\`\`\`\n\nSigned for \`signature\`:\n\n\`\`\`\n${signedText}|${BODY_KEY}\n\`\`\``;
}

/** Replaces ids, times and other values that differ in each run. Equal ids in a body get equal samples. */
function withSampleValues(body: string): string {
  const samples = new Map<string, string>();
  const sample = (value: string, create: (index: number) => string): string => {
    const replacement = samples.get(value) ?? create(samples.size);
    samples.set(value, replacement);
    return replacement;
  };
  return body
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uuid) =>
      sample(uuid, (index) => `019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f3${(index + 1).toString(16)}`),
    ) // prettier-ignore
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:\d\d/g, '2026-11-21T13:05:09+01:00')
    .replace(/("(?:service_id|serviceId)":)"\w+"/g, '$1"e65c7519"')
    .replace(/("payer_transaction_id":)"\w+"/g, '$1"K7M2Q9XA"')
    .replace(/"customer-\d+"/g, '"customer-1"')
    .replace(/("nonce":)"\w+"/g, '$1"5f2c9a1b00c3d4e5"');
}
