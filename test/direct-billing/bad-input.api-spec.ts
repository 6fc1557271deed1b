import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.createPartnerShop();
});
afterAll(() => world.stop());

const HOSTILE_TEXTS = {
  'a very long text': 'x'.repeat(100_000),
  NUL: 'a\u0000b',
  'control characters': 'a\u0007\u001b[31m',
  emoji: '🎮🗡️',
  'half a surrogate': '\ud800',
  SQL: `'; DROP TABLE direct_billing_transaction; --`,
  HTML: '<script>alert(1)</script>"\'>',
  'right-to-left override': '\u202eabc',
  empty: '',
  spaces: '   ',
};
const INVALID_TYPES = { 'a number': 7, 'a boolean': true, 'an array': ['a'], 'an object': { a: 1 }, 'a nested array': [[[]]] };
const INVALID_AMOUNTS = {
  missing: undefined,
  null: null,
  text: '12.30',
  zero: 0,
  negative: -1,
  'three decimals': 1.234,
  'too large': 1_000_000,
  '1e308': 1e308,
  'a tiny fraction': 1e-9,
  'NaN as text': 'NaN',
  'Infinity as text': 'Infinity',
  'a boolean': true,
  'an array': [1],
  'an object': { valueOf: 1 },
};

const FIELDS = ['amountType', 'description', 'control', 'returns', 'phoneNumber', 'steamid', 'returns.success', 'returns.failure'] as const;
const bodyWith = (field: string, value: unknown): Record<string, unknown> => {
  const [outer = '', inner] = field.split('.');
  return { amount: 5, [outer]: inner ? { [inner]: value } : value };
};

describe('an invalid amount', () => {
  it.each(Object.entries(INVALID_AMOUNTS))('is rejected with an error on the field when it is %s', async (_, amount) => {
    const { status, body } = await shop.create({ amount });
    expect([status, body.errorCode, Object.keys(body.errors)]).toEqual([422, 'VALIDATION_ERROR', ['amount']]);
    expect(body.errors.amount[0]).toMatch(/^The amount .+\.$/);
  });
});

describe.each(FIELDS)('the field %s', (field) => {
  it.each(Object.entries({ ...HOSTILE_TEXTS, ...INVALID_TYPES, null: null }))(
    'is accepted, or rejected with an error on the field, when it is %s',
    async (_, value) => {
      const response = await shop.create(bodyWith(field, value));
      expect([200, 422]).toContain(response.status);
      if (response.status === 422) {
        const [path = ''] = Object.keys(response.body.errors);
        expect(field.startsWith(path) || path.startsWith(field)).toBe(true);
      } else if (field === 'control') {
        const { data } = (await shop.get(`/transactions/${response.body.data.transactionId}`)).body;
        expect(data.control).toBe(value === '' ? null : value);
      }
    },
  );
});

describe('a create request', () => {
  it.each([
    ['control', 128, 200],
    ['control', 129, 422],
    ['description', 128, 200],
    ['description', 129, 422],
  ])('with a %s of %d characters gets %d, also when each character is an emoji', async (field, length, status) => {
    expect((await shop.create({ [field]: 'x'.repeat(length) })).status).toBe(status);
    expect((await shop.create({ [field]: '🎮'.repeat(length) })).status).toBe(status);
  });

  it.each([
    '50060070',
    '5006007000',
    '49500600700',
    '500-600-700',
    '+48 500600700',
    'abc',
    '٥٠٠٦٠٠٧٠٠',
    '221234567',
    '48123123123',
    '+48800100100',
    '701234567',
  ])('with the phone number %s is rejected', async (phoneNumber) => {
    expect((await shop.create({ phoneNumber })).body.errors).toHaveProperty('phoneNumber');
  });

  it.each(['javascript:alert(1)', 'ftp://a.example', '//a.example', 'shop.example/ok', 'https://user:secret@a.example/', 'https://'])(
    'with the return URL %s is rejected',
    async (success) => {
      expect(Object.keys((await shop.create({ returns: { success } })).body.errors)).toEqual(['returns.success']);
    },
  );

  it.each(['7656119800000000', '765611980000000000', 76561198000000000, '7656119800000000x'])(
    'with the steamid %s is rejected',
    async (steamid) => {
      expect((await shop.create({ steamid })).body.errors).toHaveProperty('steamid');
    },
  );
});

describe('an invalid body of a create request', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    world.http.post(`/directbilling/${shop.serviceId}/transactions`, { token: shop.token, body, headers });

  it.each(['{"amount": 5', '{amount: 5}', '{"amount": NaN}', '\u0000', '{"amount": 5}}', "{'amount': 5}"])(
    'gets 400 for the malformed JSON %s',
    async (text) => {
      const { status, body } = await send(text);
      expect([status, body.errorCode]).toEqual([400, 'MALFORMED_JSON']);
    },
  );

  it.each(['[]', '[{"amount":5}]', '5', '"text"', 'null', 'true', '{}'])('gets 422 for %s', async (text) => {
    expect((await send(text)).status).toBe(422);
  });

  it('does not change the prototype of objects with __proto__ or constructor', async () => {
    const { status } = await send('{"amount": 5, "__proto__": {"control": "x"}, "constructor": {"prototype": {"polluted": 1}}}');
    expect(status).toBe(200);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('gets 413 above 256 KiB, and 415 for another media type', async () => {
    const large = await send(JSON.stringify({ amount: 5, padding: 'x'.repeat(300_000) }));
    expect([large.status, large.body]).toEqual([413, { success: false, errorCode: 'PAYLOAD_TOO_LARGE' }]);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/json; charset=utf-7',
    ]) {
      const response = await send('{"amount": 5}', { 'Content-Type': type });
      expect([type, response.status, response.body.errorCode]).toEqual([type, 415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });

  it('counts as a missing amount when it is empty', async () => {
    const { status, body } = await world.http.post(`/directbilling/${shop.serviceId}/transactions`, { token: shop.token });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['amount']]);
  });

  it('does not make the gateway unready', () =>
    until(
      () => world.http.get('/readyz'),
      ({ status }) => status === 200,
    ));
});
