import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { reasonOfBlikErrorCode } from '../../src/connectors/acquirers/port/failure-reasons.js';
import type { HttpResponse, HttpRequest } from '../support/http-client.js';
import { startWorld, type World } from '../support/world.js';
import { documentedOperations, type SendFailingRequest, failingRequests } from './support/documented-operations.js';
import { FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { LEVEL0_PAYMENT, level0Shop, type Level0Shop } from './support/level0-shop.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

/** Every operation of aliases and level 0, with the errors that the OpenAPI document declares for the operation. */
const OPERATIONS = documentedOperations(/^\/payment\/\{serviceId\}\/blik\/(aliases(\/\{aliasId\})?|level0\/\{transactionId\})$/);

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let level0: Level0Shop;
let blocked: { serviceId: string; id: string };
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  payments = paymentWorld(world);
  shop = await payments.openPaymentShop();
  level0 = level0Shop(world, shop);
  const other = await payments.openPaymentShop({ shop: shop.shop });
  blocked = { serviceId: other.serviceId, id: await other.createNewPayment(LEVEL0_PAYMENT) };
  await world.database.query(`UPDATE service SET status = 'service_blocked' WHERE id = $1`, [other.serviceId]);
});
afterAll(() => world.stop());
beforeEach(() => void Object.assign(payments.acquirer, new FakeAcquirer('fake')));

const UNKNOWN = '8c1b6a2e-93d4-4f0e-a7c5-2d1e0f9b8a76';
let aliasCount = 0;
/** Fills in the path parameters: with the given ids, or with a new payment or alias. */
async function fillPath(path: string, ids: { serviceId?: string; transactionId?: string } = {}): Promise<string> {
  let filledPath = path.replace('{serviceId}', ids.serviceId ?? shop.serviceId);
  if (filledPath.includes('{transactionId}'))
    filledPath = filledPath.replace('{transactionId}', ids.transactionId ?? (await level0.createUnpaidPayment()));
  if (filledPath.includes('{aliasId}'))
    filledPath = filledPath.replace('{aliasId}', await level0.registerActiveAlias(`one-${(aliasCount += 1)}`));
  return filledPath;
}
const bodyOf = (method: string, path: string): unknown => {
  if (method === 'GET' || path.includes('{aliasId}')) return undefined;
  return method === 'POST' ? { ticket: { T6: '777123' } } : { value: 'known', type: 'UID' };
};

async function call(
  method: string,
  path: string,
  { ids, ...more }: HttpRequest & { ids?: Parameters<typeof fillPath>[1] } = {},
): Promise<HttpResponse> {
  const body = bodyOf(method, path);
  return world.http.send(method, await fillPath(path, ids), { token: shop.shop.token, ...(body !== undefined && { body }), ...more });
}

async function requestDeclinedWith(code: string, method: string, path: string): Promise<HttpResponse> {
  const reason = reasonOfBlikErrorCode(code);
  if (reason === null) throw new Error(`No request for the error is known: ${code}`);
  if (reason === 'alias_ambiguous') {
    await level0.registerActiveAlias('known', { appKey: 'app-1' });
    await level0.registerActiveAlias('known', { appKey: 'app-2' });
    return call(method, path, { body: { alias: { value: 'known', type: 'UID' } } });
  }
  payments.acquirer.onCode = () => attemptResult({ outcome: 'failed', reason, next: { kind: 'needsCode', alternatives: [] } } as never);
  return call(method, path);
}

/** By error code: a request that gets this error. */
const REQUESTS: Record<string, SendFailingRequest> = {
  SERVICE_NOT_FOUND: (method, path) => call(method, path, { ids: { serviceId: 'ffffffff' } }),
  TRANSACTION_NOT_FOUND: (method, path) => call(method, path, { ids: { transactionId: UNKNOWN } }),
  SERVICE_NOT_ACTIVE: (method, path) => call(method, path, { ids: { serviceId: blocked.serviceId, transactionId: blocked.id } }),
  CHANNEL_NOT_USABLE: async (method, path) => call(method, path, { ids: { transactionId: await shop.createNewPayment() } }),
  TRANSACTION_NOT_NEW: async (method, path) => {
    const transactionId = await level0.createUnpaidPayment();
    await level0.pay(transactionId, { ticket: { T6: '777123' } });
    await shop.reportAttempt(transactionId, { outcome: 'paid' });
    return call(method, path, { ids: { transactionId } });
  },
  ATTEMPT_IN_PROGRESS: async (method, path) => {
    const transactionId = await level0.createUnpaidPayment();
    await level0.pay(transactionId, { ticket: { T6: '777123' } });
    return call(method, path, { ids: { transactionId } });
  },
  VALIDATION_ERROR: async (method, path) =>
    world.http.send(method, `${await fillPath(path)}?page=0&filter[nonsense]=1`, {
      token: shop.shop.token,
      ...(method !== 'GET' && { body: { reason: 'a'.repeat(21), ticket: 1 } }),
    }),
};

describe.each(OPERATIONS)('%s %s', (method, path, codes) => {
  it('responds with success', async () => {
    await level0.registerActiveAlias('known');
    expect((await call(method, path)).status).toBe(method === 'GET' ? 200 : 204);
  });

  // The contract check also compares each response with the OpenAPI document.
  it.each(codes)('responds %s', async (code) => {
    const makeRequest = REQUESTS[code] ?? failingRequests(shop.shop, call)[code];
    const { status, body } = await (makeRequest ?? ((...args: Parameters<SendFailingRequest>) => requestDeclinedWith(code, ...args)))(
      method,
      path,
    );
    expect(body).toMatchObject({ success: false, errorCode: code });
    if (status === 401 || status === 403 || status === 404) expect(body).toEqual({ success: false, errorCode: code });
  });
});

it('the suite covers all operations of aliases and level 0', () => expect(OPERATIONS).toHaveLength(4));
