import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import type { HttpResponse } from '../support/http-client.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';
import { createSmsShop, GATEWAY_SECRET, PHONE, type SmsShop } from '../sms/sms-shop.js';

let world: World;
let shop: Shop;
let sms: SmsShop;
const onlineIds = { serviceId: '', payment: '' };
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await world.createPartnerShop();
  sms = await createSmsShop(world);
  await shop.create({ control: 'order-1', phoneNumber: '500600700' });
  await sms.buyCode();
  const { id } = await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books', notifyUrl: null });
  const { body } = await world.http.post(`/payment/${id}/transactions`, { token: shop.token, body: { amount: 5, control: 'order-2' } });
  Object.assign(onlineIds, { serviceId: id, payment: body.data.transactionId });
});
afterAll(() => world.stop());

const DIRECT_BILLING = ['status', 'phoneNumber', 'control', 'from', 'to'];
const PAYMENTS = ['status', 'control', 'channel', 'from', 'to'];
const SMS = ['from', 'code', 'used', 'send_number', 'created_from', 'created_to'];
/** Lists of the API with their filters and number of records. */
const LISTS: [name: string, path: () => string, token: () => string, filters: string[], total: number][] = [
  ['DirectBilling services', () => '/directbilling', () => shop.token, [], 1],
  ['DirectBilling transactions', () => `/directbilling/${shop.serviceId}/transactions`, () => shop.token, DIRECT_BILLING, 1],
  ['online payments', () => `/payment/${onlineIds.serviceId}/transactions`, () => shop.token, PAYMENTS, 1],
  ['SMS services', () => '/sms', () => sms.token, [], 1],
  ['short numbers', () => '/sms/numbers', () => sms.token, [], 17],
  ['short numbers of a service', () => `/sms/${sms.serviceId}/numbers`, () => sms.token, [], 3],
  ['SMS transactions', () => `/sms/${sms.serviceId}/transactions`, () => sms.token, SMS, 1],
];

const PAGE = 'The page must be a whole number of at least 1.';
const PAGE_SIZE = 'The page size must be a whole number from 1 to 100.';

describe.each(LISTS)('the list of %s', (_, path, token, filters, total) => {
  const request = (query: string): Promise<HttpResponse> => world.http.get(`${path()}?${query}`, { token: token() });

  it.each([
    ['page=abc', PAGE],
    ['page=0', PAGE],
    ['page=-1', PAGE],
    ['page=1.5', PAGE],
    ['page=', PAGE],
    ['page=1e3', PAGE],
    ['page[]=1', PAGE],
    ['page=1&page=2', PAGE],
    ['perPage=101', PAGE_SIZE],
    ['perPage=0', PAGE_SIZE],
    ['perPage=x', PAGE_SIZE],
    ['limit=99999999999999999999', PAGE_SIZE],
    ['limit[a]=1', PAGE_SIZE],
    ['sort=id', 'The sort must be created_at or -created_at.'],
    ['sort=', 'The sort must be created_at or -created_at.'],
    ['sort[]=created_at', 'The sort must be created_at or -created_at.'],
  ])('rejects %s with a message that names the error', async (query, message) => {
    const { status, body } = await request(query);
    expect([status, body.errorCode, body.errors]).toEqual([422, 'VALIDATION_ERROR', { [/^\w+/.exec(query)?.[0] ?? '']: [message] }]);
  });

  it.each(['2000', '100000001', '9007199254740993', '99999999999999999999', '9'.repeat(500)])('is empty on page %s', async (page) => {
    for (const size of ['', '&perPage=100']) {
      const { status, body } = await request(`page=${page}${size}`);
      expect([status, body.data, body.pagination.total]).toEqual([200, [], total]);
      expect(body.pagination.links.next_page).toBeNull();
    }
  });

  it.each([
    'filter[unknown]=1',
    'filter[created_at]=2026-01-01',
    'filter[service_id]=x',
    'filter[Status]=x',
    'filter[constructor]=x',
    'filter[__proto__]=x',
    'filter[]=x',
    'filter=x',
    'filter=',
    'filter%5Bunknown%5D=1',
  ])('rejects the unknown filter %s', async (query) => {
    const message = filters.length
      ? `A filter is given as filter[name]=value with one of the names ${filters.join(', ')}.`
      : 'This list has no filters.';
    const { status, body } = await request(query);
    expect([status, body.errorCode, body.errors]).toEqual([422, 'VALIDATION_ERROR', { filter: [message] }]);
  });
});

describe.each(['', '/channels', '/currencies', '/transactions/ID/refunds'])('the list at /payment/ID%s', (rest) => {
  const request = (query: string): Promise<HttpResponse> => {
    const path = rest === '' ? '/payment' : `/payment/${onlineIds.serviceId}${rest.replace('ID', onlineIds.payment)}`;
    return world.http.get(`${path}?${query}`, { token: shop.token });
  };

  it.each(['filter[from]=2026-01-01T00:00:00%2B01:00', 'filter[status]=x', 'filter=', 'filter[__proto__]=x'])(
    'rejects %s, because the partner would mistake the unfiltered records for matches',
    async (query) => {
      const { status, body } = await request(query);
      expect([status, body.errors]).toEqual([422, { filter: ['This list has no filters.'] }]);
      expect((await request('unknown=1')).status).toBe(200);
    },
  );
});

it('the refunds of an unknown payment give 404, whatever the query', async () => {
  const { status, body } = await world.http.get(`/payment/${onlineIds.serviceId}/transactions/x/refunds?filter[from]=x`, {
    token: shop.token,
  });
  expect([status, body.errorCode]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
});

it('an unknown filter is rejected also together with a known filter', async () => {
  const { status, body } = await shop.get('/transactions?filter[control]=order-1&filter[unknown]=1');
  expect([status, Object.keys(body.errors)]).toEqual([422, ['filter']]);
});

describe('a phone number', () => {
  const NUMBERS = {
    'filter.phoneNumber': {
      request: (rest: string) => shop.get(`/transactions?filter[phoneNumber]${rest}`),
      message: 'The phone number must be a Polish mobile number: nine digits with or without 48 or +48.',
    },
    'filter.from': {
      request: (rest: string) => sms.get(`/transactions?filter[from]${rest}`),
      message: 'The from must be a phone number of 5 to 15 digits, with its country’s or, in Poland, without.',
    },
  };

  it.each(Object.entries(NUMBERS))('in %s is rejected when it is invalid', async (field, { request, message }) => {
    const invalid = ['abc', '', '1', '0048500600700', '500 600 700', '48500600700x', '1'.repeat(16), '٥٠٠٦٠٠٧٠٠'];
    for (const rest of [...invalid.map((text) => `=${text}`), `[]=${PHONE}`, `[a]=${PHONE}`]) {
      const { status, body } = await request(rest);
      expect([rest, status, body.errors]).toEqual([rest, 422, { [field]: [message] }]);
    }
  });

  it.each(Object.entries(NUMBERS))('in %s is found in any spelling', async (_, { request }) => {
    for (const number of ['500600700', '48500600700', '%2B48500600700', '+48500600700']) {
      expect((await request(`=${number}`)).body.pagination.total).toBe(1);
    }
    expect((await request('=500600701')).body.pagination.total).toBe(0);
  });
});

describe('the sender’s number of a message', () => {
  it('is stored in one form, and is found in any spelling', async () => {
    const ownShop = await createSmsShop(world);
    const numbers: [sent: string, stored: number][] = [
      ['600100200', 48600100200],
      ['48600100200', 48600100200],
      ['+48600100200', 48600100200],
      ['+600100200', 48600100200],
      ['4915112345678', 4915112345678],
      ['+4915112345678', 4915112345678],
      ['12345', 12345],
      ['123456789012345', 123456789012345],
    ];
    for (const [from, stored] of numbers) {
      await ownShop.buyCode({ from });
      expect((await ownShop.get('/transactions?limit=1')).body.data[0].from).toBe(stored);
    }
    for (const [sent, stored] of numbers) {
      for (const from of [encodeURIComponent(sent), String(stored)]) {
        const { body } = await ownShop.get(`/transactions?filter[from]=${from}`);
        expect([from, body.pagination.total]).toEqual([from, numbers.filter(([, other]) => other === stored).length]);
      }
    }
  });
});
