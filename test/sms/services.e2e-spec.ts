import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from '../support/world.js';
import { createSmsShop, type SmsShop } from './sms-shop.js';

let world: World;
let shop: SmsShop;
beforeAll(async () => {
  world = await startWorld();
  shop = await createSmsShop(world, { description: 'Points for the game', adult: true, suffix: 'POINTS' });
});
afterAll(() => world.stop());

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const serviceRecord = (): Record<string, unknown> => ({
  id: shop.serviceId,
  type: 'ONE_TIME_CODE',
  status: 'service_active',
  name: 'Points',
  prefix: 'TC',
  suffix: 'POINTS',
  description: 'Points for the game',
  adult: true,
  created_at: expect.stringMatching(TIMESTAMP),
});

/** The short numbers of the contract, each with its net and its gross price in PLN. */
const CATALOGUE = [
  [7055, 0.5, 0.62],
  [7155, 1, 1.23],
  [7255, 2, 2.46],
  [7355, 3, 3.69],
  [7455, 4, 4.92],
  [7555, 5, 6.15],
  [7636, 6, 7.38],
  [77464, 7, 8.61],
  [78464, 8, 9.84],
  [7936, 9, 11.07],
  [91055, 10, 12.3],
  [91155, 11, 13.53],
  [91455, 14, 17.22],
  [91664, 16, 19.68],
  [91955, 19, 23.37],
  [92055, 20, 24.6],
  [92555, 25, 30.75],
].map(([number, value_net, value]) => ({ number, value, value_net, adult: false }));

describe('SMS services', () => {
  it('are listed without their numbers', async () => {
    const { status, body } = await world.http.get('/sms', { token: shop.token });
    expect([status, body.data]).toEqual([200, [serviceRecord()]]);
    expect(body.pagination).toEqual({
      total: 1,
      count: 1,
      per_page: 15,
      current_page: 1,
      total_pages: 1,
      links: { next_page: null, prev_page: null },
    });
  });

  it('are shown with their numbers, with and without a trailing slash', async () => {
    const [plain, slash] = await Promise.all([shop.get(), shop.get('/')]);
    expect(plain.body).toEqual({ success: true, data: { ...serviceRecord(), numbers: [7055, 7255, 92555] } });
    expect(slash.body).toEqual(plain.body);
  });

  it('have no field description when no description is set', async () => {
    const plain = await createSmsShop(world);
    expect((await plain.get()).body.data).not.toHaveProperty('description');
  });

  it('are 404 for other partners, like services of other products and unknown ids', async () => {
    const other = await createSmsShop(world);
    for (const id of [other.serviceId, '00000000', 'nonsense', 'ABCDEF12', '%00', '7055']) {
      for (const path of ['', '/transactions', '/transactions/1', '/numbers', '/numbers/7055']) {
        const response = await world.http.get(`/sms/${id}${path}`, { token: shop.token });
        expect([response.status, response.body]).toEqual([404, { success: false, errorCode: 'SERVICE_NOT_FOUND' }]);
      }
    }
  });
});

describe('the numbers of a service', () => {
  it('are listed in pages', async () => {
    const { body } = await shop.get('/numbers?limit=2');
    expect(body.data).toEqual([CATALOGUE[0], CATALOGUE[2]]);
    expect(body.pagination).toMatchObject({ total: 3, count: 2, per_page: 2, total_pages: 2, links: { prev_page: null } });
    expect((await shop.get('/numbers?limit=2&page=2')).body.data).toEqual([CATALOGUE[16]]);
    expect((await shop.get('/numbers?page=9')).body.data).toEqual([]);
  });

  it('can be read one by one', async () => {
    expect((await shop.get('/numbers/7255')).body).toEqual({ success: true, data: CATALOGUE[2] });
  });

  it.each([
    '7155',
    '7056',
    '0',
    '07055',
    '7055.0',
    '+7055',
    '-7055',
    '70 55',
    'x',
    '7055a',
    '%37055x',
    '99999999999999999999',
    '%00',
    '%F0%9F%92%A9',
  ])('do not include %s', async (number) => {
    const response = await shop.get(`/numbers/${number}`);
    expect([response.status, response.body]).toEqual([404, { success: false, errorCode: 'ROUTE_NOT_FOUND' }]);
  });
});

describe('all short numbers', () => {
  it('are the 17 numbers of the catalogue, with the gross price as value and the net price as value_net', async () => {
    const { body } = await world.http.get('/sms/numbers?perPage=100', { token: shop.token });
    expect(body.data).toEqual(CATALOGUE);
    const first = (await world.http.get('/sms/numbers/', { token: shop.token })).body;
    expect(first.pagination).toMatchObject({ total: 17, count: 15, per_page: 15, total_pages: 2 });
    expect(first.pagination.links.next_page).toBe('https://pay.example.test/sms/numbers/?page=2');
  });

  it.each(CATALOGUE)('include $number, which can be read alone', async (record) => {
    expect((await world.http.get(`/sms/numbers/${record.number}`, { token: shop.token })).body).toEqual({ success: true, data: record });
  });

  it.each([
    '/sms/numbers/7056',
    '/sms/numbers/numbers',
    '/sms/numbers/abc',
    '/sms/numbers/07055',
    '/sms/numbers/7055/x',
    '/sms/numbers/transactions/1',
    '/sms/numbers/numbers/7055',
  ])('return 404 for %s, because numbers is never read as a service id', async (path) => {
    const response = await world.http.get(path, { token: shop.token });
    expect([response.status, response.body]).toEqual([404, { success: false, errorCode: 'ROUTE_NOT_FOUND' }]);
  });

  it('return 404 for all other methods', async () => {
    for (const [method, path] of [
      ['POST', '/sms/numbers'],
      ['DELETE', '/sms/numbers'],
      ['POST', '/sms/numbers/7055'],
      ['PUT', '/sms'],
      ['DELETE', `/sms/${shop.serviceId}`],
    ] as const) {
      const response = await world.http.send(method, path, { token: shop.token });
      expect([method, path, response.status, response.body]).toEqual([method, path, 404, { success: false, errorCode: 'ROUTE_NOT_FOUND' }]);
    }
  });

  it.each(['page=0', 'page=x', 'perPage=101', 'limit=0', 'sort=number'])('reject the query %s', async (query) => {
    for (const path of ['/sms', '/sms/numbers', `/sms/${shop.serviceId}/numbers`]) {
      const { status, body } = await world.http.get(`${path}?${query}`, { token: shop.token });
      expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
    }
  });
});

describe('each SMS route', () => {
  const routes = (): [string, string, string][] => [
    ['GET', '/sms', 'sms.services'],
    ['GET', '/sms/numbers', 'sms.numbers'],
    ['GET', '/sms/numbers/7055', 'sms.numbers.show'],
    ['GET', `/sms/${shop.serviceId}`, 'sms.services.show'],
    ['POST', `/sms/${shop.serviceId}`, 'sms.services.code'],
    ['GET', `/sms/${shop.serviceId}/numbers`, 'sms.services.numbers'],
    ['GET', `/sms/${shop.serviceId}/numbers/7055`, 'sms.services.numbers.show'],
    ['GET', `/sms/${shop.serviceId}/transactions`, 'sms.services.transactions'],
    ['GET', `/sms/${shop.serviceId}/transactions/1`, 'sms.services.transactions.show'],
  ];

  it('needs a token', async () => {
    for (const [method, path] of routes()) {
      const response = await world.http.send(method, path);
      expect([path, response.status, response.body]).toEqual([path, 401, { success: false, errorCode: 'UNAUTHORIZED' }]);
    }
  });

  it('needs its own ability and no other', async () => {
    const allAbilities = routes().map(([, , ability]) => ability);
    for (const [method, path, ability] of routes()) {
      const token = await shop.newToken(allAbilities.filter((other) => other !== ability));
      const rejected = await world.http.send(method, path, { token });
      expect([path, rejected.status, rejected.body]).toEqual([path, 403, { success: false, errorCode: 'INVALID_ABILITY_PROVIDED' }]);
      const accepted = await world.http.send(method, path, { token: await shop.newToken([ability]) });
      expect([path, [200, 404, 422].includes(accepted.status)]).toEqual([path, true]);
    }
  });
});
