import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BLIK_ERROR_CODES } from '../../src/connectors/acquirers/port/failure-reasons.js';
import type { HttpResponse, HttpRequest } from '../support/http-client.js';
import { moveToNoon } from '../support/noon.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { documentedOperations, type SendFailingRequest, failingRequests } from './support/documented-operations.js';
import { attemptResult } from './support/fake-acquirer.js';
import { paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { subscriptionShop, type SubscriptionShop } from './support/subscription-shop.js';

const BLIK_ERRORS: readonly string[] = BLIK_ERROR_CODES; // The wider type lets `includes` accept any text.
/** Every operation of subscriptions, with the errors that the OpenAPI document declares for it. */
const DOCUMENTED = documentedOperations(
  /^\/payment\/\{serviceId\}\/(subscriptions|blik\/subscriptions(\/\{subscriptionId\}\/autopayment)?)$/,
);
/** The operations without the BLIK error codes, which the suites of mandates and charges test. */
const OPERATIONS = DOCUMENTED.map(([method, path, codes]): [string, string, string[]] => [
  method,
  path,
  codes.filter((code) => !BLIK_ERRORS.includes(code)),
]);

let world: World;
let payments: PaymentWorld;
let shop: SubscriptionShop;
/** Parts of a request to a blocked service. */
let blocked: Required<RequestParts>;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  await moveToNoon(world);
  payments = paymentWorld(world);
  shop = await subscriptionShop(payments);
  const other = await subscriptionShop(payments, { shop: shop.shop });
  const { id: subscriptionId } = await other.createActive();
  blocked = { serviceId: other.serviceId, subscriptionId, body: { transactionId: await other.createRecurringPayment() } };
  await world.database.query(`UPDATE service SET status = 'service_blocked' WHERE id = $1`, [other.serviceId]);
  // The gateway caches services for a short time.
  await until(
    () => other.create(),
    ({ status }) => status === 422,
  );
});
beforeEach(() => shop.fakeMandates.reset());
afterAll(() => world.stop());

/** Parts of a request that a test chooses. Each part that is not passed is new and valid. */
interface RequestParts {
  serviceId?: string;
  subscriptionId?: string;
  body?: Record<string, unknown>;
}

async function call(method: string, path: string, overrides: HttpRequest = {}, parts: RequestParts = {}): Promise<HttpResponse> {
  const isCharge = path.includes('{subscriptionId}');
  const subscriptionId = isCharge ? (parts.subscriptionId ?? (await shop.createActive()).id) : '';
  const body = isCharge ? { transactionId: await shop.createRecurringPayment(), ...parts.body } : await shop.createRequestBody(parts.body);
  return world.http.send(
    method,
    path.replace('{serviceId}', parts.serviceId ?? shop.serviceId).replace('{subscriptionId}', subscriptionId),
    { token: shop.shop.token, ...(method === 'POST' && { body }), ...overrides },
  );
}
const withParts =
  (createParts: () => RequestParts | Promise<RequestParts>): SendFailingRequest =>
  async (method, path) =>
    call(method, path, {}, await createParts());

/** Creates a subscription of model A, charges it and moves time to the next day. @returns the id of the subscription. */
async function createChargedYesterday(change: Record<string, unknown>, amount = 10): Promise<string> {
  const { id } = await shop.createActive(shop.modelATerms({ frequency: '1D', ...change }));
  expect((await shop.charge(id, amount)).status).toBe(200);
  await world.moveTimeForward({ hours: 24 });
  return id;
}

const UNKNOWN_ID = '8c1b6a2e-93d4-4f0e-a7c5-2d1e0f9b8a76';
/** By error code: a request that gets this error. */
const REQUESTS: Record<string, SendFailingRequest> = {
  ROUTE_NOT_FOUND: (method, path) =>
    path.includes('{subscriptionId}') ? call(method, path, {}, { subscriptionId: UNKNOWN_ID }) : call('PATCH', path),
  SERVICE_NOT_FOUND: withParts(() => ({ serviceId: 'ffffffff' })),
  SERVICE_NOT_ACTIVE: withParts(() => blocked),
  TRANSACTION_NOT_FOUND: withParts(() => ({ body: { transactionId: UNKNOWN_ID } })),
  CHANNEL_NOT_USABLE: withParts(async () => ({ body: { transactionId: await shop.createNewPayment() } })),
  TRANSACTION_NOT_NEW: withParts(async () => ({ body: { transactionId: (await shop.createActive()).transactionId } })),
  ATTEMPT_IN_PROGRESS: withParts(async () => ({ body: { transactionId: (await shop.createPending()).transactionId } })),
  ALIAS_ALREADY_EXISTS: withParts(async () => ({ body: { alias: { value: (await shop.createActive()).value, type: 'PAYID' } } })),
  RECURRING_NOT_SUPPORTED: async (method, path) => {
    const { id: subscriptionId } = await shop.createActive();
    const { capabilities } = payments.acquirer;
    const capability = capabilities['blik-recurrent'];
    Object.assign(capabilities, { 'blik-recurrent': { ...capability, recurring: null } });
    const response = await call(method, path, {}, { subscriptionId });
    Object.assign(capabilities, { 'blik-recurrent': capability });
    return response;
  },
  SUBSCRIPTION_NOT_ACTIVE: withParts(async () => ({ subscriptionId: (await shop.createPending()).id })),
  ATTEMPT_OUT_OF_ORDER: withParts(() => ({ body: { attempt: 1 } })),
  ATTEMPTS_EXHAUSTED: withParts(async () => {
    const { id } = await shop.createActive(shop.modelATerms());
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'failed', reason: 'insufficient_funds' });
    for (let attempt = 0; attempt <= 9; attempt += 1)
      expect((await shop.charge(id, 10, { attempt })).body.errorCode).toBe('INSUFFICIENT_FUNDS');
    return { subscriptionId: id };
  }),
  AMOUNT_NOT_CHARGEABLE: withParts(async () => ({ body: { transactionId: await shop.createRecurringPayment(0) } })),
  AMOUNT_LIMIT_EXCEEDED: withParts(async () => ({ body: { transactionId: await shop.createRecurringPayment(2_000.01) } })),
  INITIATION_DATE_NOT_REACHED: withParts(async () => ({
    subscriptionId: (await shop.createActive(shop.modelATerms({ initiationDate: shop.termsDate(2) }))).id,
  })),
  FREQUENCY_LIMIT_EXCEEDED: withParts(async () => ({ subscriptionId: await createChargedYesterday({ frequency: '1M' }) })),
  COUNT_LIMIT_EXCEEDED: withParts(async () => ({ subscriptionId: await createChargedYesterday({ transactionsCountLimit: 1 }) })),
  TOTAL_AMOUNT_LIMIT_EXCEEDED: withParts(async () => ({ subscriptionId: await createChargedYesterday({ amountLimitTotal: 30 }, 25) })),
  VALIDATION_ERROR: (method, path) => call(method, `${path}?page=0`, {}, { body: { ticket: 1, attempt: -1 } }),
};

describe.each(OPERATIONS)('%s %s', (method, path, codes) => {
  it('responds with success', async () => {
    const isCreation = path.endsWith('/blik/subscriptions');
    await shop.createActive();
    const { status, body } = await call(method, path);
    expect([status, body.success]).toEqual([isCreation ? 201 : 200, true]);
    if (method === 'GET') expect(body.data).not.toEqual([]);
  });

  // The contract check also compares each response with the OpenAPI document.
  it.each(codes)('responds with the error %s', async (code) => {
    const sendFailing = REQUESTS[code] ?? failingRequests(shop.shop, call)[code];
    if (!sendFailing) throw new Error(`No request for the error is known: ${code}`);
    const { status, body } = await sendFailing(method, path);
    expect(body).toMatchObject({ success: false, errorCode: code });
    if (status === 401 || status === 403 || status === 404) expect(body).toEqual({ success: false, errorCode: code });
  });
});

it('all operations of subscriptions are tested, and those that call an acquirer declare all BLIK error codes', () => {
  expect(DOCUMENTED.map(([method, , codes]) => [method, codes.filter((code) => BLIK_ERRORS.includes(code)).length])).toEqual([
    ['GET', 0],
    ['POST', BLIK_ERRORS.length],
    ['POST', BLIK_ERRORS.length],
  ]);
});
