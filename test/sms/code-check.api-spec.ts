import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countStatus, times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import type { HttpRequest } from '../support/http-client.js';
import { createSmsShop, GATEWAY_SECRET, PHONE, type SmsShop } from './sms-shop.js';

let world: World;
let shop: SmsShop;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET, DATABASE_POOL_CALLER_SHARE: '100' });
  shop = await createSmsShop(world);
});
afterAll(() => world.stop());

const NOT_FOUND = [404, { success: false, errorCode: 'TRANSACTION_NOT_FOUND' }];

describe('a code check', () => {
  it('returns the state before the check: unused the first time, used from then on', async () => {
    const code = await shop.buyCode({ to: 7255 });
    const first = await shop.check(code);
    expect([first.status, first.body]).toEqual([
      200,
      { success: true, data: { used: false, code, test: false, from: Number(PHONE), number: 7255, value: 2 } },
    ]);
    const second = await shop.check(code);
    expect(second.body.data).toEqual({
      ...first.body.data,
      used: true,
      used_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
    });
    expect((await shop.check(code)).body).toEqual(second.body);
    expect((await shop.get(`/transactions?filter[code]=${code}`)).body.data[0].used).toBe(true);
  });

  it('returns unused exactly once when 100 checks run concurrently, and counts the code as used once', async () => {
    const ownShop = await createSmsShop(world);
    const code = await ownShop.buyCode();
    const responses = await Promise.all(times(100, () => ownShop.check(code)));
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(100).fill(200));
    expect(responses.filter(({ body }) => body.data.used === false)).toHaveLength(1);
    expect((await ownShop.get('/transactions?filter[used]=true')).body.pagination.total).toBe(1);
    expect((await ownShop.get('/transactions?filter[used]=false')).body.pagination.total).toBe(0);
  });

  it('with a number finds only codes of that number', async () => {
    const code = await shop.buyCode({ to: 7255 });
    const withOtherNumber = await shop.check(code, 7055);
    expect([withOtherNumber.status, withOtherNumber.body]).toEqual(NOT_FOUND);
    expect((await shop.check(code, 7255)).body.data.used).toBe(false);
    expect((await shop.check(code, null)).body.data.used).toBe(true);
  });

  it('returns 404 for a code of another service and for a code that was never sold', async () => {
    const other = await createSmsShop(world);
    for (const code of [await other.buyCode(), 'AAAAAA', '000000']) {
      const response = await shop.check(code);
      expect([response.status, response.body]).toEqual(NOT_FOUND);
    }
  });

  it('works for a blocked service', async () => {
    const ownShop = await createSmsShop(world);
    const code = await ownShop.buyCode();
    await world.database.query("UPDATE service SET status = 'service_blocked' WHERE id = $1", [ownShop.serviceId]);
    expect((await ownShop.check(code)).body.data.used).toBe(false);
  });

  it('returns the stored response when it is repeated with its Idempotency-Key', async () => {
    const code = await shop.buyCode();
    const headers = { 'Idempotency-Key': `check-${code}` };
    const [first, repeated] = [await shop.check(code, undefined, { headers }), await shop.check(code, undefined, { headers })];
    expect([repeated.text, repeated.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true']);
    expect(first.body.data.used).toBe(false);
    expect((await shop.check(code)).body.data.used).toBe(true);
  });
});

describe('an invalid code check', () => {
  it.each([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['in small letters', 'abcdef'],
    ['too short', 'ABC12'],
    ['too long', 'ABC1234'],
    ['with a line break', 'ABC123\n'],
    ['with a blank', 'ABC 12'],
    ['with a dash', 'ABC-12'],
    ['with NUL', 'ABC12\u0000'],
    ['an emoji', '🎮🎮🎮'],
    ['in Arabic digits', '١٢٣٤٥٦'],
    ['in full-width letters', 'ＡＢＣ１２３'],
    ['a number', 123456],
    ['a boolean', true],
    ['a list', ['ABC123']],
    ['an object', { a: 1 }],
    ['100,000 characters', 'A'.repeat(100_000)],
    ['SQL', "' OR 1"],
  ])('is rejected with an error on the field when the code is %s', async (_, code) => {
    const { status, body } = await shop.check(code);
    expect([status, body.errorCode, Object.keys(body.errors)]).toEqual([422, 'VALIDATION_ERROR', ['code']]);
    expect(body.errors.code[0]).toMatch(/^The code .+\.$/);
  });

  it.each([7056, 0, -7055, 7055.5, 1e308, '7055', '7O55', 'abc', ' ', true, [7055], { a: 7055 }])(
    'is rejected with an error on the field when the number is %p',
    async (number) => {
      const { status, body } = await shop.check('ABC123', number);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['number']]);
    },
  );

  it('is rejected when the body is not a JSON object with a code', async () => {
    for (const body of ['[]', '5', 'null', '"ABC123"', '{}'])
      expect([body, (await shop.check(null, null, { body })).status]).toEqual([body, 422]);
    expect((await shop.check(null, null, { body: '{"code": "ABC123"' })).body.errorCode).toBe('MALFORMED_JSON');
    expect(
      (await shop.check(null, null, { body: 'code=ABC123', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })).status,
    ).toBe(415);
  });

  it('is valid with additional fields that the contract does not name', async () => {
    const code = await shop.buyCode();
    const body = `{"code": "${code}", "number": null, "service_id": 5, "__proto__": {"number": 1}, "surprise": [1]}`;
    expect((await shop.check(null, null, { body })).body.data.used).toBe(false);
  });
});

describe('the limit of unknown codes', () => {
  const guess = (i: number): string => `ZZ${String(i).padStart(4, '0')}`;

  const from = (payer: string): HttpRequest => ({ headers: { 'Payer-Address': payer } });

  it.each(['', 'unknown', '203.0.113.7:80', '203.0.113', '[2001:db8::1]', 'fe80::1%eth0', '203.0.113.7, 10.0.0.1'])(
    'rejects the header Payer-Address %p, which is not an IP address',
    async (payer) => {
      const { status, body } = await shop.check('ABC123', undefined, from(payer));
      expect([status, body.errors]).toEqual([422, { 'Payer-Address': [expect.stringMatching(/^The header Payer-Address must .+\.$/)] }]);
    },
  );

  it.each(['203.0.113.7', '2001:db8::7', '::ffff:203.0.113.7'])('applies only to the payer with the IP address %s', async (payer) => {
    const ownShop = await createSmsShop(world);
    const validCode = await ownShop.buyCode();
    const mistyped = (checks: number) => Promise.all(times(checks, (i) => ownShop.check(guess(i), undefined, from(payer))));
    expect(countStatus(await mistyped(20), 404)).toBe(20);
    const rejected = await ownShop.check(validCode, undefined, from(payer));
    expect([rejected.status, rejected.body]).toEqual([429, { success: false, errorCode: 'TOO_MANY_REQUESTS' }]);
    expect((await ownShop.check(guess(0), undefined, from('198.51.100.1'))).status).toBe(404);
    expect((await ownShop.check(guess(0))).status).toBe(404);
    expect((await ownShop.check(validCode, undefined, from('198.51.100.1'))).body.data.used).toBe(false);
  });

  it('does not count checks of valid codes', async () => {
    const ownShop = await createSmsShop(world);
    const code = await ownShop.buyCode();
    for (let i = 0; i < 30; i += 1) expect((await ownShop.check(code)).status).toBe(200);
  });
});
