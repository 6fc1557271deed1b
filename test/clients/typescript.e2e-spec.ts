import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  GatewayError,
  NotificationError,
  PaymentGateway,
  type ReceivedNotification,
  verifyDigest,
  verifyNotification,
} from '../../clients/typescript/src/index.js';
import { ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from '../sms/sms-shop.js';
import { payerOf } from '../support/payer.js';
import type { ReceivedRequest } from '../support/receiver.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
let gateway: PaymentGateway;
/** Path parameters of the partner's services. */
let payment: { serviceId: string };
let directbilling: { serviceId: string };
let sms: SmsShop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all', SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await world.createPartnerShop();
  const { id } = await world
    .get(CreateServiceForPayments)
    .run({ partnerId: shop.partnerId, name: 'Books', notifyUrl: `${shop.receiver.url}/notify` });
  [payment, directbilling] = [{ serviceId: id }, { serviceId: shop.serviceId }];
  sms = await createSmsShop(world, { partnerId: shop.partnerId });
  gateway = new PaymentGateway({ url: `${world.http.baseUrl}/`, token: shop.token });
});
afterAll(() => world.stop());

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};
const errorOf = (call: Promise<unknown>): Promise<GatewayError> =>
  call.then(
    () => Promise.reject(new Error('The call was not rejected')),
    (error: unknown) => error as GatewayError,
  );
const pay = async (amount: number, control?: string): Promise<string> => {
  const { transactionId } = await gateway.post('/payment/{serviceId}/transactions', {
    path: payment,
    body: { amount, ...(control !== undefined && { control }) },
  });
  const form = new URLSearchParams({ channel: 'blik', code: '777123' });
  await fetch(`${world.http.baseUrl}/pay/${transactionId}/method`, { method: 'POST', redirect: 'manual', body: form });
  return transactionId;
};

describe('the TypeScript client with online payments', () => {
  it('creates a payment without a currency, reads it and refunds it', async () => {
    const transactionId = await pay(49.99, 'order-1');
    await pay(60);
    const path = { ...payment, transactionId };
    const transaction = await gateway.get('/payment/{serviceId}/transactions/{transactionId}', { path });
    expect([transaction.status, transaction.amount.currency, transaction.control]).toEqual(['transaction_paid', 'PLN', 'order-1']);
    const { refund_id: refundId } = await gateway.post('/payment/{serviceId}/transactions/{transactionId}/refunds', {
      path,
      body: { amount: 5 },
    });
    const refunds = await gateway.get('/payment/{serviceId}/transactions/{transactionId}/refunds', { path });
    expect(refunds.map(({ id }) => id)).toEqual([refundId]);
  });

  it('iterates over the items and over the pages of a list', async () => {
    const ids = [await pay(1), await pay(2), await pay(3)];
    const query = { perPage: 2, sort: 'created_at' } as const;
    const listed = await collect(gateway.list('/payment/{serviceId}/transactions', { path: payment, query }));
    expect(listed.length).toBeGreaterThanOrEqual(3);
    expect(listed.slice(-3).map(({ id }) => id)).toEqual(ids);
    const pages = await collect(gateway.pages('/payment/{serviceId}/transactions', { path: payment, query }));
    expect(pages.map(({ data }) => data.length).every((count) => count > 0 && count <= 2)).toBe(true);
    expect(pages.at(-1)?.pagination).toMatchObject({ total: listed.length, links: { next_page: null } });
    const newest = await gateway.get('/payment/{serviceId}/transactions', {
      path: payment,
      query: { 'filter[status]': 'transaction_new' },
    });
    expect(newest).toEqual([]);
  });

  it('iterates over wallet entries and events, whose pages have no total', async () => {
    const entries = await collect(gateway.list('/wallet/entries', { query: { perPage: 2 } }));
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.length).toBeGreaterThan(2);
    const events = await until(
      () => collect(gateway.list('/events', { query: { perPage: 2, type: 'transaction:status_changed' } })),
      (found) => found.length > 2,
    );
    expect(JSON.parse(events[0]?.body ?? '')).toMatchObject({ type: 'transaction:status_changed' });
    expect(await gateway.get('/statements/{period}', { path: { period: '2020-01' } }).catch((error: GatewayError) => error.code)).toEqual(
      expect.any(String),
    );
  });

  it('creates one payment when a POST is repeated with the same idempotency key', async () => {
    const request = { path: payment, body: { amount: 7.5 }, idempotencyKey: crypto.randomUUID() };
    const first = await gateway.post('/payment/{serviceId}/transactions', request);
    expect(await gateway.post('/payment/{serviceId}/transactions', request)).toEqual(first);
    expect(await gateway.post('/payment/{serviceId}/transactions', { path: payment, body: { amount: 7.5 } })).not.toEqual(first);
  });
});

describe('the TypeScript client with the other products', () => {
  it('creates a DirectBilling payment, reads and lists it, and calculates prices', async () => {
    const { transactionId } = await gateway.post('/directbilling/{serviceId}/transactions', { path: directbilling, body: { amount: 5 } });
    await payerOf(world, transactionId).pay();
    const path = { ...directbilling, transactionId };
    await until(
      () => gateway.get('/directbilling/{serviceId}/transactions/{transactionId}', { path }),
      ({ status }) => status === 'transaction_db_payed',
    );
    const listed = await collect(gateway.list('/directbilling/{serviceId}/transactions', { path: directbilling }));
    expect(listed.map(({ id }) => id)).toEqual([transactionId]);
    const prices = await gateway.get('/directbilling/{serviceId}/calculate', { path: directbilling, query: { amount: 20 } });
    expect(prices).not.toEqual({});
  });

  it('checks an SMS code with the payer’s IP address, and lists messages', async () => {
    const code = await sms.buyCode();
    const path = { serviceId: sms.serviceId };
    const check = () =>
      gateway.post('/sms/{serviceId}', { path, headers: { 'Payer-Address': '198.51.100.7' }, body: { code, number: 7055 } });
    expect((await check()).used).toBe(false);
    expect((await check()).used).toBe(true);
    const messages = await collect(gateway.list('/sms/{serviceId}/transactions', { path }));
    expect(messages.map((message) => message.code)).toEqual([code]);
    expect((await collect(gateway.list('/sms/numbers', { query: { perPage: 5 } }))).length).toBeGreaterThan(5);
  });
});

describe('an error of the TypeScript client', () => {
  it('has the error code, the invalid fields, the help URL, the request id and the idempotency key', async () => {
    const body = { amount: 0.001, description: 'x'.repeat(65) };
    const error = await errorOf(gateway.post('/payment/{serviceId}/transactions', { path: payment, body }));
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ status: 422, code: 'VALIDATION_ERROR' });
    expect(error.idempotencyKey).toMatch(/^[\da-f-]{36}$/);
    expect(Object.keys(error.errors).toSorted()).toEqual(['amount', 'description']);
    expect(error.requestId).toMatch(/^[\w.-]+$/);
    expect(error.help).toBe('https://pay.example.test/docs/errors#VALIDATION_ERROR');
    expect(error.message).toContain('422 VALIDATION_ERROR – amount: The amount must be');
  });

  it('has a hint when the token lacks an ability', async () => {
    const { token } = await shop.newToken({ abilities: ['sms.services'] });
    const limited = new PaymentGateway({ url: world.http.baseUrl, token });
    const error = await errorOf(limited.get('/wallet'));
    expect([error.status, error.code, error.hint]).toEqual([403, 'INVALID_ABILITY_PROVIDED', expect.stringContaining('wallet.show')]);
    expect((await errorOf(new PaymentGateway({ url: world.http.baseUrl, token: 'wrong' }).get('/wallet'))).code).toBe('UNAUTHORIZED');
  });

  it('is thrown for a path parameter that is empty or would change the route', async () => {
    const path = { serviceId: '../wallet' };
    expect((await errorOf(gateway.get('/payment/{serviceId}', { path }))).code).toMatch(/NOT_FOUND$/);
    for (const serviceId of ['', '.', '..'])
      await expect(gateway.get('/payment/{serviceId}', { path: { serviceId } })).rejects.toThrow('path parameter serviceId');
  });
});

describe('a notification that the TypeScript client verifies', () => {
  const verify = async (request: ReceivedRequest, change: Partial<ReceivedRequest> = {}): Promise<ReceivedNotification> => {
    const service = request.body.includes(payment.serviceId) ? payment : directbilling;
    const { webhookSecrets } = await world.get(ServiceKeys).signingKeys(service.serviceId);
    return verifyNotification({ ...request, ...change, secret: `whsec_${webhookSecrets[0]?.toString('base64')}` });
  };
  const received = (bodyPart: string): Promise<ReceivedRequest> =>
    until(
      () => Promise.resolve(shop.receiver.requests.find(({ body }) => body.includes(bodyPart)) as ReceivedRequest),
      (request) => request !== undefined,
    );

  it('has its type and data, also when the names of headers are in upper case', async () => {
    const id = await pay(12.3, 'order-7');
    const request = await received('"control":"order-7"');
    const { id: webhookId, notification } = await verify(request);
    expect(webhookId).toBe(request.headers['webhook-id']);
    expect('type' in notification && notification.type === 'transaction:status_changed' && notification.data.id).toBe(id);
    const upperCaseHeaders = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect(await verify(request, { headers: upperCaseHeaders })).toEqual({ id: webhookId, notification });
  });

  it('is rejected when its body, time or signature is wrong, or the signature or the secret is missing', async () => {
    const request = await received('transaction:status_changed');
    const { headers } = request;
    for (const change of [
      { body: request.body.replace('"data"', '"Data"') },
      { headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) } },
      { headers: { ...headers, 'webhook-signature': 'v1,AAAA' } },
      { headers: {} },
    ])
      await expect(verify(request, change)).rejects.toThrow(NotificationError);
    for (const secret of ['', 'whsec_', 'another']) expect(() => verifyNotification({ ...request, secret })).toThrow(TypeError);
  });

  it.each(['transaction_db_payed', 'transaction:status_changed'])('is verified by the digest in its body as well: %s', async (bodyPart) => {
    const { body } = await received(bodyPart);
    const service = body.includes(payment.serviceId) ? payment : directbilling;
    const { bodyKey } = await world.get(ServiceKeys).signingKeys(service.serviceId);
    expect(verifyDigest({ body: Buffer.from(body), key: bodyKey })).toEqual(JSON.parse(body));
    const forged = body.replace(/[0-9](?=[^0-9]*"signature")/, (digit) => String((Number(digit) + 1) % 10));
    expect(forged).not.toBe(body);
    for (const invalidBody of [forged, '[]', 'x'])
      expect(() => verifyDigest({ body: invalidBody, key: bodyKey })).toThrow(NotificationError);
    expect(() => verifyDigest({ body, key: '' })).toThrow(TypeError);
  });
});
