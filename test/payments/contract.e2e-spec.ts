import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpResponse, HttpRequest } from '../support/http-client.js';
import { startWorld, type World } from '../support/world.js';
import { documentedOperations, type SendFailingRequest, failingRequests } from './support/documented-operations.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { refundShop } from './support/refund-shop.js';

/** Every operation of payments, refunds, services and channels, with the errors that the OpenAPI document declares for the operation. */
const OPERATIONS = documentedOperations(
  /^\/payment(\/\{serviceId\}(\/channels|\/currencies|\/transactions(\/\{transactionId\}(\/refunds(\/\{refundId\})?)?)?)?)?$/,
);

let world: World;
let shop: PaymentShop;
let unpaidId: string;
let payments: PaymentWorld;
let paidId: string;
let refundId: string;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  shop = await payments.openPaymentShop();
  unpaidId = await shop.createNewPayment();
  const refunds = refundShop(world, shop);
  paidId = await refunds.createPaidTransaction({ amount: 20 });
  refundId = await refunds.createNewRefund(paidId, 5);
});
afterAll(() => world.stop());

/** Fills in the path parameters. A path of refunds gets the paid payment, because only a paid payment can have refunds. */
const fillPath = (path: string, serviceId = shop.serviceId, transactionId = path.includes('/refunds') ? paidId : unpaidId): string =>
  path.replace('{serviceId}', serviceId).replace('{transactionId}', transactionId).replace('{refundId}', refundId);
const call = (method: string, path: string, { body, ...rest }: HttpRequest = {}): Promise<HttpResponse> =>
  world.http.send(method, path, { token: shop.shop.token, ...(method === 'POST' && { body: body ?? { amount: 5 } }), ...rest });

/** By error code: a request that gets this error. */
const REQUESTS: Record<string, SendFailingRequest> = {
  SERVICE_NOT_FOUND: (method, path) => call(method, fillPath(path, 'ffffffff')),
  TRANSACTION_NOT_FOUND: (method, path) => call(method, fillPath(path, shop.serviceId, '8c1b6a2e-93d4-4f0e-a7c5-2d1e0f9b8a76')),
  TRANSACTION_NOT_PAID: (method, path) => call(method, fillPath(path, shop.serviceId, unpaidId)),
  REFUND_AMOUNT_TOO_HIGH: (method, path) => call(method, fillPath(path), { body: { amount: 20.01 } }),
  // The commission is not in the wallet, so the whole amount of the only payment is more than the wallet has.
  WALLET_BALANCE_TOO_LOW: (method, path) => call(method, fillPath(path), { body: {} }),
  REFUND_NOT_SUPPORTED: async (method, path) => {
    const { mbank } = payments.acquirer.capabilities;
    Object.assign(payments.acquirer.capabilities, { mbank: { ...mbank, refunds: null } });
    const response = await call(method, fillPath(path));
    Object.assign(payments.acquirer.capabilities, { mbank });
    return response;
  },
  VALIDATION_ERROR: (method, path) => call(method, `${fillPath(path)}?page=0&filter[nonsense]=1`, { body: { amount: 0 } }),
};

describe.each(OPERATIONS)('%s %s', (method, path, codes) => {
  it('responds with success', async () => expect((await call(method, fillPath(path))).status).toBe(200));

  // The contract check also compares each response with the OpenAPI document.
  it.each(codes)('responds %s', async (code) => {
    const makeRequest =
      REQUESTS[code] ?? failingRequests(shop.shop, (verb, template, change) => call(verb, fillPath(template), change))[code];
    const { status, body } = (await makeRequest?.(method, path)) ?? {};
    expect(body).toMatchObject({ success: false, errorCode: code });
    if (status === 401 || status === 403 || status === 404) expect(body).toEqual({ success: false, errorCode: code });
  });
});

it('the suite covers all operations of payments', () => expect(OPERATIONS.length).toBeGreaterThanOrEqual(9));
