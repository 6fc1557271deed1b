import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.createPartnerShop();
});
afterAll(() => world.stop());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/; // version 4, which is random
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

describe('DirectBilling services', () => {
  it('are listed with a pagination block', async () => {
    const { status, body } = await world.http.get('/directbilling', { token: shop.token });
    expect(status).toBe(200);
    expect(body.data).toEqual([
      { id: shop.serviceId, name: 'Games', suffix: 'GAMES', status: 'service_active', created_at: expect.stringMatching(TIMESTAMP) },
    ]);
    expect(body.pagination).toEqual({
      total: 1,
      count: 1,
      per_page: 15,
      current_page: 1,
      total_pages: 1,
      links: { next_page: null, prev_page: null },
    });
  });

  it('can be read one by one, with and without a trailing slash', async () => {
    const [plain, slash] = await Promise.all([shop.get(), shop.get('/')]);
    expect(plain.body.data.id).toBe(shop.serviceId);
    expect(slash.body).toEqual(plain.body);
  });

  it('are 404 for other partners, like unknown and malformed ids', async () => {
    const other = await world.createPartnerShop();
    for (const id of [other.serviceId, '00000000', 'nonsense', 'ABCDEF12', '%00', '12345678901']) {
      const response = await world.http.get(`/directbilling/${id}`, { token: shop.token });
      expect([response.status, response.body]).toEqual([404, { success: false, errorCode: 'SERVICE_NOT_FOUND' }]);
    }
  });
});

describe('the commission calculation', () => {
  it('returns net and gross prices for each operator', async () => {
    const { body } = await shop.get('/calculate?amount=20');
    const price = { net: 28.58, gross: 35.15 };
    expect(body).toEqual({ success: true, data: { orange: price, play: price, 't-mobile': price, plus: price } });
  });

  it('returns null for an operator whose highest price is exceeded', async () => {
    const { body } = await shop.get('/calculate?amount=200');
    expect(body.data).toEqual({ orange: null, play: null, 't-mobile': null, plus: null });
  });

  it.each([
    '',
    '?amount=',
    '?amount=0',
    '?amount=-1',
    '?amount=1.234',
    '?amount=abc',
    '?amount=1e308',
    '?amount=NaN',
    '?amount=1000000',
    '?amount[]=1',
    '?amount[x]=1',
  ])('rejects the query "%s"', async (query) => {
    const { status, body } = await shop.get(`/calculate${query}`);
    expect([status, body.errorCode, Object.keys(body.errors)]).toEqual([422, 'VALIDATION_ERROR', ['amount']]);
  });
});

describe('the creation of a transaction', () => {
  it('returns the id and the URL of the payer’s page', async () => {
    const { status, body } = await shop.create({
      amount: 12.3,
      description: 'Sword',
      control: 'order-1',
      returns: { success: 'https://shop.example/ok', failure: 'https://shop.example/no' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        transactionId: expect.stringMatching(UUID),
        redirectUrl: `https://pay.example.test/pay/directbilling/${body.data.transactionId}`,
      },
    });
  });

  it('makes the transaction readable, with values, control and an empty delivery record', async () => {
    const id = (await shop.create({ amount: 13.62, control: 'a', phoneNumber: '+48500600700' })).body.data.transactionId;
    const { body } = await shop.get(`/transactions/${id}`);
    expect(body.data).toEqual({
      id,
      status: 'transaction_db_new',
      phoneNumber: '48500600700',
      control: 'a',
      value: 13.62,
      value_netto: 11.07,
      operator: null,
      notify: { is_send: false, last_send_at: null, count: 0 },
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
    });
  });

  it.each([
    ['gross', 10, 10, 8.13],
    ['net', 10, 12.3, 10],
    ['required', 10, 17.58, 14.29],
    [null, 10, 10, 8.13],
  ])('with amountType %s and amount %d makes a price of %d gross and %d net', async (amountType, amount, gross, net) => {
    const id = (await shop.create({ amount, amountType })).body.data.transactionId;
    const { data } = (await shop.get(`/transactions/${id}`)).body;
    expect([data.value, data.value_netto]).toEqual([gross, net]);
  });

  it('rejects an amount that no operator can charge', async () => {
    const { status, body } = await shop.create({ amount: 100.01 });
    expect([status, body.errors]).toEqual([422, { amount: ['No enabled operator can charge this amount.'] }]);
  });

  it('accepts null in each optional field, and ignores fields that the contract does not name', async () => {
    const { status } = await shop.create({
      amountType: null,
      description: null,
      control: null,
      returns: null,
      phoneNumber: null,
      steamid: null,
      surprise: { a: [1] },
    });
    expect(status).toBe(200);
  });

  it('is rejected for a service that is not active, which can still be read', async () => {
    const blocked = await world.createPartnerShop({ status: 'service_blocked' });
    const { status, body } = await blocked.create();
    expect([status, Object.keys(body.errors)]).toEqual([422, ['service']]);
    expect((await blocked.get()).body.data.status).toBe('service_blocked');
  });

  it('gives other partners no access: the transaction is 404 for them, like an unknown id', async () => {
    const other = await world.createPartnerShop();
    const foreignId = (await other.create()).body.data.transactionId as string;
    for (const id of [foreignId, '01890000-0000-7000-8000-000000000000', 'x', foreignId.toUpperCase(), "1'--"]) {
      const response = await shop.get(`/transactions/${id}`);
      expect([response.status, response.body]).toEqual([404, { success: false, errorCode: 'TRANSACTION_NOT_FOUND' }]);
    }
  });
});

describe('the list of transactions', () => {
  let listShop: Shop;
  const ids: string[] = [];
  beforeAll(async () => {
    listShop = await world.createPartnerShop();
    for (let i = 0; i < 20; i += 1)
      ids.push(
        (await listShop.create({ amount: 1 + i, control: `c${i % 4}`, ...(i < 3 && { phoneNumber: '500600700' }) })).body.data
          .transactionId,
      );
  });
  const idsOfPage = async (query: string): Promise<string[]> =>
    (await listShop.get(`/transactions?${query}`)).body.data.map((row: { id: string }) => row.id);

  it('has the newest first, 15 per page, with totals and links that keep the filter', async () => {
    const { body } = await listShop.get('/transactions?filter[status]=transaction_db_new');
    expect(body.data.map((row: { id: string }) => row.id)).toEqual(ids.toReversed().slice(0, 15));
    expect(body.pagination).toMatchObject({ total: 20, count: 15, per_page: 15, current_page: 1, total_pages: 2 });
    const next = new URL(body.pagination.links.next_page);
    expect([next.origin, next.searchParams.get('filter[status]'), next.searchParams.get('page')]).toEqual([
      'https://pay.example.test',
      'transaction_db_new',
      '2',
    ]);
    expect(body.pagination.links.prev_page).toBeNull();
    const second = await listShop.get(next.pathname.replace(`/directbilling/${listShop.serviceId}`, '') + next.search);
    expect(second.body.data.map((row: { id: string }) => row.id)).toEqual(ids.toReversed().slice(15));
    expect(second.body.pagination.links).toMatchObject({ next_page: null, prev_page: expect.stringContaining('page=1') });
  });

  it('can be sorted in the other direction, have other page sizes, and be read past its end', async () => {
    expect(await idsOfPage('sort=created_at&limit=3&page=2')).toEqual(ids.slice(3, 6));
    expect(await idsOfPage('perPage=100')).toHaveLength(20);
    const pastEnd = await listShop.get('/transactions?page=9');
    expect([pastEnd.status, pastEnd.body.data, pastEnd.body.pagination.total]).toEqual([200, [], 20]);
  });

  it('filters by status, control and phone number, with and without encoded brackets', async () => {
    expect(await idsOfPage('filter[control]=c1&perPage=100')).toHaveLength(5);
    expect(await idsOfPage('filter%5Bcontrol%5D=c1&perPage=2')).toHaveLength(2);
    for (const number of ['500600700', '48500600700', '%2B48500600700'])
      expect(await idsOfPage(`filter[phoneNumber]=${number}`)).toHaveLength(3);
    expect(await idsOfPage('filter[phoneNumber]=500600700&filter[control]=c1')).toEqual([ids[1]]);
    expect(await idsOfPage('filter[status]=transaction_db_payed')).toEqual([]);
    expect(await idsOfPage('filter[control]=nobody')).toEqual([]);
    expect((await listShop.get('/transactions?filter[control]=c1')).body.pagination.total).toBe(5);
  });

  it('combines all filters, without an error message of the database client', async () => {
    const errors = jest.spyOn(console, 'error');
    const allFilters = 'filter[status]=transaction_db_new&filter[phoneNumber]=500600700&filter[control]=c1';
    for (const sort of ['', '&sort=created_at', '&sort=-created_at']) expect(await idsOfPage(allFilters + sort)).toEqual([ids[1]]);
    expect(errors.mock.calls).toEqual([]);
    errors.mockRestore();
  });

  it.each([
    ['filter[status]=paid', 'filter.status'],
    ['filter[status][]=transaction_db_new', 'filter.status'],
    ['filter[control]=%00', 'filter.control'],
    ['filter[control][a]=b', 'filter.control'],
    ['filter=abc', 'filter'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=abc', 'page'],
    ['page[]=1', 'page'],
    ['perPage=101', 'perPage'],
    ['limit=0', 'limit'],
    ['sort=name', 'sort'],
  ])('rejects the query %s', async (query, field) => {
    const { status, body } = await listShop.get(`/transactions?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
