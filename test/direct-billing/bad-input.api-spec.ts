import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.partner();
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
const WRONG_TYPES = { 'a number': 7, 'a boolean': true, 'an array': ['a'], 'an object': { a: 1 }, 'a nested array': [[[]]] };
const WRONG_AMOUNTS = {
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

describe('bad amounts', () => {
  it.each(Object.entries(WRONG_AMOUNTS))('%s is refused on the field', async (_, amount) => {
    const { status, body } = await shop.create({ amount });
    expect([status, body.errorCode, Object.keys(body.errors)]).toEqual([422, 'VALIDATION_ERROR', ['amount']]);
    expect(body.errors.amount[0]).toMatch(/^The amount .+\.$/);
  });
});

describe.each(FIELDS)('hostile values of %s', (field) => {
  it.each(Object.entries({ ...HOSTILE_TEXTS, ...WRONG_TYPES, null: null }))(
    '%s is accepted as it is or refused on the field',
    async (_, value) => {
      const answer = await shop.create(bodyWith(field, value));
      expect([200, 422]).toContain(answer.status);
      if (answer.status === 422) {
        const [path = ''] = Object.keys(answer.body.errors);
        expect(field.startsWith(path) || path.startsWith(field)).toBe(true);
      } else if (field === 'control') {
        const { data } = (await shop.get(`/transactions/${answer.body.data.transactionId}`)).body;
        expect(data.control).toBe(value === '' ? null : value);
      }
    },
  );
});

describe('exact limits', () => {
  it.each([
    ['control', 128, 200],
    ['control', 129, 422],
    ['description', 128, 200],
    ['description', 129, 422],
  ])('%s of %d characters answers %d, also when each is an emoji', async (field, length, status) => {
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
  ])('phone number %s is refused', async (phoneNumber) => {
    expect((await shop.create({ phoneNumber })).body.errors).toHaveProperty('phoneNumber');
  });

  it.each(['javascript:alert(1)', 'ftp://a.example', '//a.example', 'shop.example/ok', 'https://user:secret@a.example/', 'https://'])(
    'return address %s is refused',
    async (success) => {
      expect(Object.keys((await shop.create({ returns: { success } })).body.errors)).toEqual(['returns.success']);
    },
  );

  it.each(['7656119800000000', '765611980000000000', 76561198000000000, '7656119800000000x'])('steamid %s is refused', async (steamid) => {
    expect((await shop.create({ steamid })).body.errors).toHaveProperty('steamid');
  });
});

describe('bodies that are not what the endpoint takes', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    world.http.post(`/directbilling/${shop.serviceId}/transactions`, { token: shop.token, body, headers });

  it.each(['{"amount": 5', '{amount: 5}', '{"amount": NaN}', '\u0000', '{"amount": 5}}', "{'amount': 5}"])(
    'broken JSON %s is 400',
    async (text) => {
      const { status, body } = await send(text);
      expect([status, body.errorCode]).toEqual([400, 'MALFORMED_JSON']);
    },
  );

  it.each(['[]', '[{"amount":5}]', '5', '"text"', 'null', 'true', '{}'])('%s is 422', async (text) => {
    expect((await send(text)).status).toBe(422);
  });

  it('prototype keys are ignored and change nothing', async () => {
    const { status } = await send('{"amount": 5, "__proto__": {"control": "x"}, "constructor": {"prototype": {"polluted": 1}}}');
    expect(status).toBe(200);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('a body over 256 KiB is 413 and other media types are 415', async () => {
    const large = await send(JSON.stringify({ amount: 5, padding: 'x'.repeat(300_000) }));
    expect([large.status, large.body]).toEqual([413, { success: false, errorCode: 'PAYLOAD_TOO_LARGE' }]);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/json; charset=utf-7',
    ]) {
      const answer = await send('{"amount": 5}', { 'Content-Type': type });
      expect([type, answer.status, answer.body.errorCode]).toEqual([type, 415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });

  it('no body at all is a missing amount', async () => {
    const { status, body } = await world.http.post(`/directbilling/${shop.serviceId}/transactions`, { token: shop.token });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['amount']]);
  });

  it('the gateway is healthy afterwards', () =>
    until(
      () => world.http.get('/readyz'),
      ({ status }) => status === 200,
    ));
});
