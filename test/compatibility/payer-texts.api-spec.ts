import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type PaymentShop, paymentWorld } from '../payments/support/payment-shop.js';
import { startWorld, type World } from '../support/world.js';
import { headersOf, type OlderResponse, olderRequest } from './support/older-request.js';
import { type SecondGateway, startSecondGateway } from './support/second-gateway.js';

let world: World;
let shop: PaymentShop;
let strictGateway: SecondGateway;
const tokens = { A: '', B: '' };
beforeAll(async () => {
  world = await startWorld();
  shop = await paymentWorld(world).openPaymentShop();
  strictGateway = await startSecondGateway(world);
  for (const tier of ['A', 'B'] as const) tokens[tier] = (await shop.shop.newToken({ compatibility: tier })).token;
});
afterAll(async () => {
  await strictGateway.stop();
  await world.stop();
});

type Mode = 'strict' | 'off, headers of A' | 'off, a token for B' | 'A by headers' | 'A by token' | 'B by headers' | 'B by token';
const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });
const baseUrlAndHeaders = (mode: Mode): [baseUrl: string, headers: Record<string, string>] => {
  const { token } = shop.shop;
  const { baseUrl } = world.http;
  const byMode: Record<Mode, [string, Record<string, string>]> = {
    strict: [baseUrl, bearer(token)],
    'off, headers of A': [strictGateway.baseUrl, headersOf.A(token)],
    'off, a token for B': [strictGateway.baseUrl, bearer(tokens.B)],
    'A by headers': [baseUrl, headersOf.A(token)],
    'A by token': [baseUrl, bearer(tokens.A)],
    'B by headers': [baseUrl, headersOf.B(token)],
    'B by token': [baseUrl, bearer(tokens.B)],
  };
  return byMode[mode];
};
const STRICT: Mode[] = ['strict', 'off, headers of A', 'off, a token for B'];
const OLDER: Mode[] = ['A by headers', 'A by token', 'B by headers', 'B by token'];

type Body = Record<string, unknown>;
const send = (mode: Mode, path: string, body: Body): Promise<OlderResponse> => {
  const [baseUrl, headers] = baseUrlAndHeaders(mode);
  return olderRequest(baseUrl, 'POST', path, { headers, body: { amount: 5, ...body } });
};
const createPayment = (mode: Mode, body: Body): Promise<OlderResponse> => send(mode, `/payment/${shop.serviceId}/transactions`, body);
/** Reads the created payment through the current API. */
async function storedPayment({ body }: OlderResponse): Promise<Record<string, Record<string, unknown> & Record<string, unknown>[]>> {
  return (await shop.get(`/transactions/${body.data?.transactionId}`)).body.data;
}
const hasSucceeded = ({ status }: OlderResponse): boolean => status === 200 || status === 201;

const ADDRESS = { name: 'Jan', surname: 'Kowalski', street: 'Prosta', city: 'Gdynia', postalCode: '80-001', country: 'PL' };
const ITEM = { name: 'A sword', quantity: 1, price: 5, producer: null, category: null, code: null };

describe.each([...STRICT, ...OLDER])('%s: an address that payers have typed', (mode) => {
  it.each(['80001', '80 001', ' 80-001 ', '80-001'])('gets the postal code 80-001 from %j', async (postalCode) => {
    const response = await createPayment(mode, {
      billing: { ...ADDRESS, postalCode },
      shipping: { ...ADDRESS, postalCode, country: 'pl' },
    });
    const { billing, shipping } = await storedPayment(response);
    expect([billing, shipping]).toEqual([ADDRESS, ADDRESS]);
  });

  it.each([
    ['8001', 'PL'],
    ['80-001 Gdynia', 'PL'],
    ['', 'PL'],
    ['10 115', 'DE'],
    [' SW1A 1AA', 'GB'],
  ])('keeps a text that is no Polish postal code: %j in %s', async (postalCode, country) => {
    const { billing } = await storedPayment(await createPayment(mode, { billing: { ...ADDRESS, postalCode, country } }));
    expect(billing).toEqual({ ...ADDRESS, postalCode, country });
  });

  it('may have the country in upper and lower case', async () => {
    const { customer, billing, shipping } = await storedPayment(
      await createPayment(mode, {
        customer: { countryCode: 'pl' },
        billing: { ...ADDRESS, country: 'de' },
        shipping: { ...ADDRESS, country: 'Fr' },
      }),
    );
    expect([customer?.['country'], billing?.['country'], shipping?.['country']]).toEqual(['PL', 'DE', 'FR']);
    expect((await createPayment(mode, { customer: { countryCode: 'polska' } })).status).toBe(422);
  });

  it('gives the customer the country of the billing address when the customer has none', async () => {
    const countryOf = async (body: Body): Promise<unknown> =>
      (await storedPayment(await createPayment(mode, body)))['customer']?.['country'];
    const billing = { ...ADDRESS, country: 'pl' };
    for (const customer of [undefined, null, {}, [], { countryCode: null }, { countryCode: '' }, { name: 'Jan' }])
      expect(await countryOf({ customer, billing })).toBe('PL');
    expect(await countryOf({ customer: { countryCode: 'de' }, billing })).toBe('DE');
    expect(await countryOf({ customer: { name: 'Jan' }, shipping: billing })).toBeNull();
    expect(await countryOf({ billing: { ...ADDRESS, country: null } })).toBeNull();
  });

  it('allows BLIK when only the billing address has a country, and the country is Poland', async () => {
    const createLevel0Payment = (country: string): Promise<OlderResponse> =>
      createPayment(mode, {
        directChannel: 'blik-level0',
        customer: { email: 'jan@example.com', ip: '198.51.100.7' },
        antifraud: { useragent: 'Browser/1.0' },
        billing: { ...ADDRESS, country },
      });
    expect(hasSucceeded(await createLevel0Payment('PL'))).toBe(true);
    const rejected = await createLevel0Payment('DE');
    expect([rejected.status, Object.keys(rejected.body.errors)]).toEqual([422, ['customer.countryCode']]);
  });
});

/** Each text that is shortened for older clients, with its maximum number of characters. */
const SHORTENED: [path: string, max: number][] = [
  ['description', 64],
  ['customer.name', 64],
  ...['billing', 'shipping'].flatMap((part): [string, number][] => [
    [`${part}.name`, 64],
    [`${part}.surname`, 64],
    [`${part}.street`, 64],
    [`${part}.building`, 16],
    [`${part}.flat`, 16],
    [`${part}.city`, 32],
    [`${part}.region`, 32],
    [`${part}.company`, 64],
  ]),
  ['cart.0.name', 64],
  ['cart.0.producer', 128],
];
const FULL_BODY = { customer: {}, billing: ADDRESS, shipping: { ...ADDRESS }, cart: [ITEM] };

/** A body in which the value at this path is the text. */
function withText(path: string, text: unknown): Body {
  const body = structuredClone(FULL_BODY) as Body;
  const names = path.split('.');
  const last = names.pop() ?? '';
  names.reduce<Body>((parent, name) => parent[name] as Body, body)[last] = text;
  return body;
}
const textAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((parent, name) => (parent as Body)[name], record);

describe('a text that is too long', () => {
  it.each(SHORTENED)('%s: is cut to %i characters for older clients, and rejected for all others', async (path, max) => {
    const longestAllowed = 'ż'.repeat(max);
    for (const mode of OLDER) {
      const response = await createPayment(mode, withText(path, `${longestAllowed}żó`));
      expect([mode, hasSucceeded(response), textAt(await storedPayment(response), path)]).toEqual([mode, true, longestAllowed]);
    }
    for (const mode of STRICT) {
      const { status, body } = await createPayment(mode, withText(path, `${longestAllowed}ż`));
      expect([mode, status, Object.keys(body.errors)]).toEqual([mode, 422, [path]]);
      expect(hasSucceeded(await createPayment(mode, withText(path, longestAllowed)))).toBe(true);
    }
  });

  it('is cut between graphemes', async () => {
    const response = await createPayment('A by headers', withText('billing.city', `${'x'.repeat(30)}👨‍👩‍👧`));
    expect(textAt(await storedPayment(response), 'billing.city')).toBe('x'.repeat(30));
  });

  it('is cut to a prefix within the limit, for random texts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SHORTENED),
        fc.string({ unit: 'grapheme', minLength: 3, maxLength: 200 }),
        async ([path, max], text) => {
          fc.pre(!/[\p{Cc}]/u.test(text) && text.isWellFormed());
          const stored = String(textAt(await storedPayment(await createPayment('A by headers', withText(path, text))), path));
          expect(text.startsWith(stored)).toBe(true);
          expect([...stored].length).toBeLessThanOrEqual(max);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is cut in a DirectBilling description, too', async () => {
    const path = `/directbilling/${shop.shop.serviceId}/transactions`;
    for (const mode of OLDER) {
      const { body } = await send(mode, path, { description: 'ż'.repeat(130) });
      const [row] = await world.database.query<{ description: string }[]>(
        'SELECT description FROM direct_billing_transaction WHERE id = $1',
        [body.data.transactionId],
      );
      expect([mode, row?.description]).toEqual([mode, 'ż'.repeat(128)]);
    }
    for (const mode of STRICT) expect((await send(mode, path, { description: 'ż'.repeat(130) })).status).toBe(422);
  });

  it.each([...STRICT, ...OLDER])('%s: is rejected when payers agree to the text, or when the text is compared', async (mode) => {
    const setupPayment = (label: string, line1: string): Body => ({
      amount: 0,
      directChannel: 'blik-recurrent',
      customer: { email: 'jan@example.com', ip: '198.51.100.7', countryCode: 'PL' },
      antifraud: { useragent: 'Browser/1.0' },
      subscription: { alias: { value: 'x', type: 'PAYID', label }, options: { model: 'O' }, descriptions: { line1 } },
    });
    const tooLong = await createPayment(mode, setupPayment('x'.repeat(36), 'x'.repeat(36)));
    expect([tooLong.status, Object.keys(tooLong.body.errors)]).toEqual([
      422,
      ['subscription.alias.label', 'subscription.descriptions.line1'],
    ]);
    const tooLongTexts: [string, unknown][] = [
      ['control', 'x'.repeat(256)],
      ['referer', 'x'.repeat(65)],
      ['cart.0.category', 'x'.repeat(129)],
      ['cart.0.code', 'x'.repeat(129)],
      ['billing.postalCode', 'x'.repeat(17)],
    ];
    for (const [path, text] of tooLongTexts) {
      const { status, body } = await createPayment(mode, withText(path, text));
      expect([status, Object.keys(body.errors)]).toEqual([422, [path]]);
    }
  });
});

describe('a card number in a text that is too long', () => {
  const CARD_NUMBER_ERROR = ['A card number must not be sent here.'];

  it.each(OLDER)('%s: is rejected when it is in the part that would be cut off, or across the cut', async (mode) => {
    for (const before of [64, 60, 56, 40]) {
      const text = `${'x'.repeat(before)} 4111 1111 1111 1111`;
      const { status, body } = await createPayment(mode, withText('cart.0.name', text));
      expect([before, status, body.errors]).toEqual([before, 422, { 'cart.0.name': CARD_NUMBER_ERROR }]);
    }
  });

  it.each(OLDER)('%s: is rejected when only the cut makes it a card number', async (mode) => {
    const text = `${'x'.repeat(47)} 4111111111111111000000000000`; // the number is too long for a card number, but shortened to 64 characters it would be one
    const { status, body } = await createPayment(mode, withText('description', text));
    expect([status, body.errors]).toEqual([422, { description: CARD_NUMBER_ERROR }]);
  });

  it.each(OLDER)('%s: is rejected in another field of the same request', async (mode) => {
    const body = { ...withText('billing.city', 'x'.repeat(50)), description: 'no. 4111 1111 1111 1111' };
    expect((await createPayment(mode, body)).body.errors).toEqual({ description: CARD_NUMBER_ERROR });
  });
});
