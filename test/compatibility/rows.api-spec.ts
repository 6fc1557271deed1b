import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from '../sms/sms-shop.js';
import { createAndPay } from '../support/paid-payment.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';
import { headersOf, type OlderResponse, olderRequest, type OlderRequest } from './support/older-request.js';

let world: World;
let shop: Shop;
let sms: SmsShop;
let paymentServiceId: string;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await world.createPartnerShop();
  sms = await createSmsShop(world, { partnerId: shop.partnerId });
  paymentServiceId = (await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books' })).id;
});
afterAll(() => world.stop());

/** A group of clients that get the same form of responses, as in docs/compatibility.md. */
type Tier = keyof typeof headersOf;
const send = (tier: Tier, method: string, path: string, call: OlderRequest = {}): Promise<OlderResponse> =>
  olderRequest(world.http.baseUrl, method, path, { ...call, headers: { ...headersOf[tier](shop.token), ...call.headers } });
const get = (tier: Tier, path: string): Promise<OlderResponse> => send(tier, 'GET', path);
const getStrict = async (path: string): Promise<OlderResponse['body']> => (await world.http.get(path, { token: shop.token })).body;

describe('an error for older clients has a message, an object of fields and its code twice', () => {
  it.each([
    ['an unknown service', 'GET', '/sms/ffffffff', undefined, 404, 'SERVICE_NOT_FOUND'],
    ['an unknown route', 'GET', '/nowhere', undefined, 404, 'ROUTE_NOT_FOUND'],
    ['a path that cannot be decoded', 'GET', '/sms/%ff', undefined, 404, 'ROUTE_NOT_FOUND'],
    ['a body that is no JSON', 'POST', '/sms/ffffffff', '{', 400, 'MALFORMED_JSON'],
  ])('%s', async (_, method, path, body, status, code) => {
    const response = await send('A', method, path, body === undefined ? {} : { body });
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ success: false, errorCode: code, message: expect.stringMatching(/^[A-Z].+\.$/), errors: {}, code });
    expect(Object.keys(response.body)).toEqual(['success', 'errorCode', 'message', 'errors', 'code']);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(response.text)));
  });

  it.each<[Tier, number, string, OlderRequest]>(
    (['A', 'B'] as const).flatMap((tier): [Tier, number, string, OlderRequest][] => [
      [tier, 401, 'UNAUTHORIZED', { headers: headersOf[tier]('wrong'), body: {} }],
      [tier, 413, 'PAYLOAD_TOO_LARGE', { body: `"${'x'.repeat(300_000)}"` }],
      [tier, 415, 'UNSUPPORTED_MEDIA_TYPE', { headers: { 'Content-Type': 'text/plain' }, body: 'x' }],
    ]),
  )('tier %s: %i %s', async (tier, status, code, call) => {
    const response = await send(tier, 'POST', `/directbilling/${shop.serviceId}/transactions`, call);
    const message = expect.stringMatching(/^[A-Z].+\.$/);
    expect([response.status, response.body]).toEqual([status, { success: false, errorCode: code, message, errors: {}, code }]);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(response.text)));
  });

  it('for a broken rule: the fields unchanged, and their first message as the message', async () => {
    const response = await send('A', 'POST', `/directbilling/${shop.serviceId}/transactions`, { body: { amount: -1 } });
    const message = response.body.errors.amount[0];
    expect([response.status, response.body.message, response.body.code]).toEqual([422, message, 'VALIDATION_ERROR']);
  });

  it('keeps a message that it already has', async () => {
    const unpaid = (await world.http.post(`/payment/${paymentServiceId}/transactions`, { token: shop.token, body: { amount: 5 } })).body
      .data;
    const path = `/payment/${paymentServiceId}/transactions/${unpaid.transactionId}/refunds`;
    const expected = (await world.http.post(path, { token: shop.token })).body;
    expect((await send('B', 'POST', path)).body).toEqual({ ...expected, errors: {}, code: 'TRANSACTION_NOT_PAID' });
  });
});

describe('short numbers', () => {
  it.each(['/sms/numbers', 'service'])('%s: have net under value, gross under both names, and are all on one page', async (list) => {
    const path = list === 'service' ? `/sms/${sms.serviceId}/numbers` : list;
    const { body, text } = await get('A', path);
    const numbers = (await getStrict(`${path}?limit=100`)).data;
    expect(body.data).toEqual(
      numbers.map(({ value, value_net, ...rest }: Record<string, unknown>) => ({
        ...rest,
        value: value_net,
        value_net: value,
        value_gross: value,
      })),
    );
    expect(body.pagination).toMatchObject({
      total: numbers.length,
      count: numbers.length,
      current_page: 1,
      total_pages: 1,
      links: { next_page: null, prev_page: null },
    });
    expect(text).toContain('"value":25,');
  });

  it('are on pages when the request names a page or a size', async () => {
    for (const query of ['page=2', 'limit=3', 'perPage=3']) {
      const path = `/sms/numbers?${query}`;
      expect((await get('A', path)).body.pagination).toEqual((await getStrict(path)).pagination);
    }
  });

  it('have the same form for one number, with and without a service', async () => {
    for (const path of ['/sms/numbers/92555', `/sms/${sms.serviceId}/numbers/92555`])
      expect((await get('B', path)).body.data).toEqual({ number: 92555, value: 25, value_net: 30.75, value_gross: 30.75, adult: false });
  });
});

describe('SMS services and codes', () => {
  it('a service always has a description, possibly null', async () => {
    expect((await get('A', `/sms/${sms.serviceId}`)).body.data).toMatchObject({ description: null });
    expect((await get('A', '/sms')).body.data[0]).toMatchObject({ description: null });
    const described = await createSmsShop(world, { partnerId: shop.partnerId, description: 'Keys' });
    expect((await get('A', `/sms/${described.serviceId}`)).body.data.description).toBe('Keys');
  });

  it('a code has its message, and its number may be sent as text', async () => {
    const code = await sms.buyCode();
    const message = (await sms.get(`/transactions?filter[code]=${code}`)).body.data[0];
    const response = await send('A', 'POST', `/sms/${sms.serviceId}`, { body: { code, number: '7055' } });
    expect(response.body.data).toMatchObject({ code, used: false, number: 7055, id: message.id, send_at: message.send_at });
    const invalid = await send('A', 'POST', `/sms/${sms.serviceId}`, { body: { code, number: 'seven' } });
    expect([invalid.status, Object.keys(invalid.body.errors)]).toEqual([422, ['number']]);
  });

  it('a stored response is strict, and is rewritten at each repetition', async () => {
    const code = await sms.buyCode();
    const call = { body: { code }, headers: { 'Idempotency-Key': `check ${code}` } };
    const first = await send('A', 'POST', `/sms/${sms.serviceId}`, call);
    const repeated = await send('A', 'POST', `/sms/${sms.serviceId}`, call);
    expect([repeated.status, repeated.headers.get('idempotency-replayed'), repeated.text]).toEqual([200, 'true', first.text]);
    const strictRepetition = await sms.check(code, undefined, { headers: call.headers });
    const { id, send_at, ...strictData } = first.body.data;
    expect(strictRepetition.text).toBe(JSON.stringify({ success: true, data: strictData }));
    expect([id, send_at]).toEqual([expect.any(Number), expect.any(String)]);
  });
});

describe('DirectBilling', () => {
  const base = (): string => `/directbilling/${shop.serviceId}`;
  const createTransaction = async (body: object, tier: Tier = 'A'): Promise<OlderResponse> =>
    send(tier, 'POST', `${base()}/transactions`, { body });

  it('a created transaction has names with underscores, too', async () => {
    const { status, body } = await createTransaction({ amount: 5 });
    const { transactionId, redirectUrl } = body.data;
    expect(status).toBe(200);
    expect(body.data).toEqual({ transactionId, redirectUrl, transaction_id: transactionId, redirect_url: redirectUrl });
  });

  it.each([
    ['gross', 'Gross', 12.3],
    ['net', 'Net', 10],
    ['required', 'Required', 7.01],
  ])('a shown transaction has the amount it was created with: %s', async (amount_type, type, amount) => {
    const { body } = await createTransaction({ amount, amount_type, phone_number: '500600700', stream_id: '76561198000000000' });
    const path = `${base()}/transactions/${body.data.transactionId}`;
    const [transaction, expected] = [(await get('A', path)).body.data, (await getStrict(path)).data];
    const { value_netto: value_net, phoneNumber: phone_number } = expected;
    expect(transaction).toEqual({ ...expected, value_net, value_created: amount, value_created_type: type, score: null, phone_number });
    expect([expected.phoneNumber, transaction.operator, transaction.notify.last_send_at]).toEqual(['48500600700', null, null]);
    const [row] = await world.database.query<{ steamid: string; amount_type: string }[]>(
      'SELECT steamid, amount_type FROM direct_billing_transaction WHERE id = $1',
      [body.data.transactionId],
    );
    expect(row).toEqual({ steamid: '76561198000000000', amount_type });
  });

  it('a documented name has precedence over the older name', async () => {
    const { body } = await createTransaction({ amount: 10, amount_type: 'net', amountType: 'gross' });
    expect((await getStrict(`${base()}/transactions/${body.data.transactionId}`)).data.value).toBe(10);
  });

  it('a new transaction for tier B has an empty operator and a time of the last notification instead of null', async () => {
    const id = (await createTransaction({ amount: 5 }, 'B')).body.data.transaction_id;
    const { data } = (await get('B', `${base()}/transactions/${id}`)).body;
    expect([data.operator, data.notify.last_send_at]).toEqual(['', data.created_at]);
    const listItem = (await get('B', `${base()}/transactions`)).body.data.find((item: { id: string }) => item.id === id);
    expect(listItem.operator).toBe('');
    await payerOf(world, id).pay();
    const paid = (await get('B', `${base()}/transactions/${id}`)).body.data;
    expect(paid.operator).toBe('orange');
  });

  it('a calculation has null for an operator that was removed', async () => {
    const path = `${base()}/calculate?amount=200`;
    expect((await get('A', path)).body.data).toEqual({ ...(await getStrict(path)).data, netia: null });
  });

  it('a list is filtered by either name of the phone number, and other names are rejected', async () => {
    await createTransaction({ amount: 6, phoneNumber: '500600799' });
    for (const name of ['phone_number', 'phoneNumber']) {
      const { body } = await get('A', `${base()}/transactions?filter[${name}]=500600799`);
      expect(body.data).toEqual((await getStrict(`${base()}/transactions?filter[phoneNumber]=500600799`)).data);
      expect(body.data).toHaveLength(1);
    }
    expect((await get('A', `${base()}/transactions?filter[phone]=1`)).status).toBe(422);
  });
});

describe('online payments', () => {
  const base = (): string => `/payment/${paymentServiceId}`;
  const createPayment = (body: object, tier: Tier = 'A'): Promise<OlderResponse> => send(tier, 'POST', `${base()}/transactions`, { body });

  it('the response to a created payment has the status 201, also when it is a stored response', async () => {
    const body = { amount: 5 };
    const headers = { 'Idempotency-Key': 'a payment' };
    const [first, repeated] = [
      await send('A', 'POST', `${base()}/transactions`, { body, headers }),
      await send('A', 'POST', `${base()}/transactions`, { body, headers }),
    ];
    expect([first.status, repeated.status, repeated.text]).toEqual([201, 201, first.text]);
    expect((await world.http.post(`${base()}/transactions`, { token: shop.token, body, headers })).status).toBe(200);
  });

  it('a new payment may have addresses, carts and ids as libraries and plugins send them', async () => {
    const { status, body, text } = await createPayment({
      amount: 5,
      billing: { name: 'Jan', postal_code: '00-001', country: 'PL', city: 'W'.repeat(40) },
      shipping: { postalCode: '00-002', country: 'PL' },
      channel_types: { blik: true },
      cart: [{ name: 'ż'.repeat(70), quantity: 1, unitPrice: 5 }],
      antifraud: { systemId: 1234567 },
    });
    expect([status, text]).toEqual([201, expect.any(String)]);
    const { data } = await getStrict(`${base()}/transactions/${body.data.transactionId}`);
    expect(data.billing).toMatchObject({ postalCode: '00-001', surname: null, street: null, city: 'W'.repeat(32) });
    expect(data.shipping).toMatchObject({ postalCode: '00-002', city: null });
    expect(data.cart).toEqual([{ name: 'ż'.repeat(64), quantity: 1, price: 5, producer: null, category: null, code: null }]);
    expect(data.antifraud.systemId).toBe('1234567');
  });

  it('a new payment with invalid values is rejected', async () => {
    const { status, body } = await createPayment({ amount: 5, billing: { postal_code: 1, country: 'PL' }, cart: 'none' });
    expect([status, Object.keys(body.errors)]).toEqual([422, expect.arrayContaining(['billing.postalCode', 'cart'])]);
  });

  it('an open payment has commission and redirects, and for tier B texts instead of null', async () => {
    const id = (
      await createPayment({
        amount: 5,
        billing: { postal_code: '00-001', country: 'PL' },
        cart: [{ name: 'Sword', quantity: 1, price: 5 }],
      })
    ).body.data.transactionId;
    const path = `${base()}/transactions/${id}`;
    const expected = (await getStrict(path)).data;
    const expectedForA = {
      ...expected,
      amount: { ...expected.amount, commission: null, commission_currency: null },
      redirects: expected.redirect,
    };
    expect((await get('A', path)).body.data).toEqual(expectedForA);
    const forB = (await get('B', path)).body.data;
    expect(forB).toMatchObject({
      channel: '',
      paid_at: null,
      amount: { commission: 0, commission_currency: 'PLN' },
      customer: { email: '', name: null },
    });
    expect(Object.keys(forB.billing)).toEqual(expect.arrayContaining(['building', 'flat', 'company']));
    expect(forB.cart).toEqual([{ name: 'Sword', quantity: 1, price: 5, producer: '', category: '', code: '' }]);
    const listItem = (await get('B', `${base()}/transactions`)).body.data.find((item: { id: string }) => item.id === id);
    expect(listItem).toMatchObject({ control: '', channel: '', paid_at: '' });
  });

  it('a paid payment for tier B has its amount, channel and time of payment', async () => {
    const id = await createAndPay({ http: world.http, token: shop.token, serviceId: paymentServiceId }, 12.3);
    const path = `${base()}/transactions/${id}`;
    const expected = (await getStrict(path)).data;
    const { body } = await get('B', path);
    expect(body.data).toMatchObject({ amount: expected.amount, channel: 'blik', paid_at: expected.paid_at });
    expect(expected.amount.commission).toBeGreaterThan(0);
  });

  it('channels have pagination for tier B, and rates have a time', async () => {
    const channels = await get('B', `${base()}/channels`);
    const count = channels.body.data.length;
    expect(channels.body.pagination).toEqual({
      total: count,
      count,
      per_page: count,
      current_page: 1,
      total_pages: 1,
      links: { next_page: null, prev_page: null },
    });
    expect((await get('A', `${base()}/channels`)).body.pagination).toBeUndefined();
    const [strictResponse, older] = [await getStrict(`${base()}/currencies`), (await get('A', `${base()}/currencies`)).body];
    expect(older.data.map(({ updated_at }: { updated_at: string }) => updated_at)).toEqual(
      strictResponse.data.map(({ updated_at }: { updated_at: string }) => `${updated_at}T00:00:00+00:00`),
    );
  });
});
