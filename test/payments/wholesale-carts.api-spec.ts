import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommandWith } from '../cli/cli-world.js';
import { headersOf, olderRequest } from '../compatibility/support/older-request.js';
import type { HttpResponse } from '../support/http-client.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { paymentWorld, type PaymentShop } from './support/payment-shop.js';

let world: World;
let payment: PaymentShop;
beforeAll(async () => {
  world = await startWorld();
  payment = await paymentWorld(world).openPaymentShop();
});
afterAll(() => world.stop());

const item = (number: number) => ({
  name: `Hex bolt M${number}`,
  quantity: 2,
  price: 0.15,
  producer: null,
  category: 'Fasteners',
  code: `HB-${number}`,
});
const cartOf = (count: number, more: object = {}) => Array.from({ length: count }, (_, index) => ({ ...item(index + 1), ...more }));
const create = (body: object): Promise<HttpResponse> => payment.create({ amount: 600, ...body });
const transactions = (): string => `/payment/${payment.serviceId}/transactions`;
const shownCart = async ({ body }: HttpResponse): Promise<unknown[]> =>
  (await payment.get(`/transactions/${body.data.transactionId}`)).body.data.cart as unknown[];

/** Sends a body in chunks and without its length, as some clients do. */
async function createInChunks(body: object): Promise<{ status: number; id: string }> {
  const bytes = Buffer.from(JSON.stringify({ amount: 600, ...body }));
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
    bytes.subarray(index * 65_536, (index + 1) * 65_536),
  );
  const response = await fetch(world.http.baseUrl + transactions(), {
    method: 'POST',
    headers: { Authorization: `Bearer ${payment.shop.token}`, 'Content-Type': 'application/json' },
    body: ReadableStream.from(pieces),
    duplex: 'half',
  });
  const { data } = (await response.json()) as { data?: { transactionId: string } };
  return { status: response.status, id: data?.transactionId ?? '' };
}

/** What shops send, and the status of the response. */
const SENT: [sent: string, body: () => object, before: string, now: number][] = [
  ['700 items', () => ({ cart: cartOf(700) }), '422: more than 5,000 values', 200],
  ['2,000 items', () => ({ cart: cartOf(2_000) }), '422: more than 5,000 values', 200],
  ['2,000 items with eight members more', () => ({ cart: cartOf(2_000, manyMembers('xx')) }), '413: more than 256 KiB', 200],
  ['2,000 items in a body of nearly 1 MiB', () => ({ cart: cartOf(2_000, { sku: 'x'.repeat(400) }) }), '413: more than 256 KiB', 200],
  ['59,000 numbers that are stored with all digits', () => ({ customer: longNumbers() }), '413: more than 256 KiB', 200],
  ['2,001 items', () => ({ cart: cartOf(2_001) }), '422: more than 5,000 values', 422],
  ['20,000 empty items', () => ({ cart: Array(20_000).fill({}) }), '422: more than 5,000 values', 422],
  ['60,000 texts', () => ({ x: Array(60_000).fill('') }), '422: more than 5,000 values', 422],
  ['a body of more than 1 MiB', () => ({ x: 'x'.repeat(1024 * 1024) }), '413: more than 256 KiB', 413],
];

const manyMembers = (value: string) => Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`m${index}`, value]));
/** Each number takes four bytes in the body and 21 where it is stored. The rest of 1 MiB is text. */
const longNumbers = () => ({ numbers: Array<number>(59_000).fill(1e20), text: 'x'.repeat(700_000) });

describe('what shops send as a cart, before and now', () => {
  it.each(SENT)('%s', async (sent, body, _, status) => {
    // JSON.stringify would print all digits of 1e20.
    const json = JSON.stringify({ amount: 600, ...body() }).replaceAll('100000000000000000000', '1e20');
    const response = await world.http.post(transactions(), { token: payment.shop.token, body: json });
    expect([sent, response.status]).toEqual([sent, status]);
  });

  it.each([
    ['2,001 items', { cart: cartOf(2_001) }, { cart: ['The cart must not have more than 2000 items.'] }],
    ['20,000 empty items', { cart: Array(20_000).fill({}) }, { cart: ['The cart must not have more than 2000 items.'] }],
    ['60,000 texts', { x: Array(60_000).fill('') }, { body: ['The request body must not have more than 60000 values.'] }],
  ])('the error of %s names the limit', async (_, body, errors) => {
    expect((await create(body)).body).toMatchObject({ errorCode: 'VALIDATION_ERROR', errors });
  });

  it('other requests keep the limits of 256 KiB and 5,000 values', async () => {
    const large = await world.http.post(`${transactions()}/${NO_PAYMENT}/refunds`, {
      token: payment.shop.token,
      body: { x: 'x'.repeat(300_000) },
    });
    expect(large.status).toBe(413);
    const many = await payment.shop.post('/transactions', { amount: 5, x: Array(6_000).fill(1) });
    expect(many.body.errors).toEqual({ body: ['The request body must not have more than 5000 values.'] });
  });
});

const NO_PAYMENT = '5f0c3c1e-9d0a-4c39-8a37-1a2b3c4d5e6f';

describe('a cart of 2,000 items', () => {
  const cart = cartOf(2_000, { ean: '5901234123457' });

  it('is shown whole by the API', async () => {
    expect(await shownCart(await create({ cart }))).toEqual(cart);
  });

  it('is taken in chunks without a length, and also when only its last chunk is above 256 KiB', async () => {
    const { status, id } = await createInChunks({ cart });
    expect(status).toBe(200);
    expect((await payment.get(`/transactions/${id}`)).body.data.cart).toEqual(cart);
    const rest = 256 * 1024 + 10 - JSON.stringify({ amount: 600, x: '' }).length;
    expect((await createInChunks({ x: 'x'.repeat(rest) })).status).toBe(200);
  });

  it('is taken from an older client, with the names of its fields', async () => {
    const older = cart.map(({ price, ...rest }) => ({ ...rest, unitPrice: price }));
    const response = await olderRequest(world.http.baseUrl, 'POST', transactions(), {
      headers: headersOf.A(payment.shop.token),
      body: { amount: 600, cart: older },
    });
    expect(response.status).toBe(201);
    const shown = (await payment.get(`/transactions/${response.body.data.transactionId}`)).body.data.cart;
    expect(shown).toHaveLength(2_000);
    expect(shown[1_999]).toMatchObject({ name: 'Hex bolt M2000', price: 0.15 });
  });

  it('is shown to the payer and to staff, line by line', async () => {
    const id = (await create({ cart })).body.data.transactionId as string;
    const page = await (await fetch(`${world.http.baseUrl}/pay/${id}`)).text();
    expect(page.match(/2 × Hex bolt M\d+</g)).toEqual(cart.map(({ name }) => `2 × ${name}<`));
    const { out } = await runCommandWith({ ...world.settings }, ['transaction', 'show', id, '--json']);
    expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(cart));
  });

  it('does not hide an invalid item or a card number at its end', async () => {
    const invalid = [...cart.slice(1), { ...item(1), quantity: 0 }];
    expect(Object.keys((await create({ cart: invalid })).body.errors as object)).toEqual(['cart.1999.quantity']);
    const withCard = [...cart.slice(1), { ...item(1), name: 'Card 4242 4242 4242 4242' }];
    expect((await create({ cart: withCard })).body.errors).toEqual({ 'cart.1999.name': ['A card number must not be sent here.'] });
  });
});

describe('a cart with many invalid items', () => {
  it('gets the errors of its first 20', async () => {
    const errors = async (cart: unknown[]) => Object.keys((await create({ cart })).body.errors as object);
    const badPrices = (count: number) => [...cartOf(5), ...cartOf(count, { price: -1 }), ...cartOf(5)];
    const paths = Array.from({ length: 20 }, (_, index) => `cart.${index + 5}.price`);
    expect(await errors(badPrices(20))).toEqual(paths);
    expect(await errors(badPrices(21))).toEqual(paths);
    expect(await errors(badPrices(1_990))).toEqual(paths);
    expect(await errors([...badPrices(1_989), 'no object'])).toEqual(paths);
    expect(await errors(Array(2_000).fill('no object'))).toEqual(Array.from({ length: 20 }, (_, index) => `cart.${index}`));
  });
});

describe('many requests at once', () => {
  it('of a partner with small chunked bodies are all taken', async () => {
    const statuses = await Promise.all(Array.from({ length: 40 }, () => createInChunks({ cart: cartOf(3) })));
    expect(statuses.map(({ status }) => status)).toEqual(Array(40).fill(200));
  });

  it('with large bodies are handled one after the other, and above 20 waiting ones rejected with Retry-After', async () => {
    const requests = Array.from({ length: 25 }, () => beginLargeCreate()); // none of them ends, so 20 wait for the turn of one
    const rejected: LargeCreate[] = [];
    for (const begun of requests) void begun.response.then(({ status }) => status === 429 && rejected.push(begun));
    await until(
      () => rejected.length,
      (count) => count === 4,
    );
    for (const { response } of rejected) {
      const { headers, text } = await response;
      expect([headers['retry-after'], JSON.parse(text)]).toEqual(['1', { success: false, errorCode: 'TOO_MANY_REQUESTS' }]);
    }
    const others = requests.filter((begun) => !rejected.includes(begun));
    for (const { end } of others) end();
    expect((await Promise.all(others.map(({ response }) => response))).map(({ status }) => status)).toEqual(Array(21).fill(200));
  });
});

interface LargeCreate {
  response: Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>;
  /** Sends the rest of the body. */
  end(): void;
}

/** Sends the first 300 KiB of a body. */
function beginLargeCreate(): LargeCreate {
  const headers = { Authorization: `Bearer ${payment.shop.token}`, 'Content-Type': 'application/json' };
  const outgoing = request(world.http.baseUrl + transactions(), { method: 'POST', headers, agent: false });
  outgoing.write(`{"amount":600,"x":"${'x'.repeat(300 * 1024)}`);
  const response = once(outgoing, 'response').then(async ([incoming]: IncomingMessage[]) => ({
    status: incoming!.statusCode ?? 0,
    headers: incoming!.headers,
    text: await text(incoming!),
  }));
  return { response, end: () => outgoing.end('"}') };
}

describe('a body with many malformed texts', () => {
  it('gets 20 errors, with paths of at most 257 characters', async () => {
    const json = `{"amount":5,"${'n'.repeat(100_000)}":[${Array(2_000).fill('"\\u0000"').join()}]}`;
    const response = await world.http.post(transactions(), { token: payment.shop.token, body: json });
    expect(response.status).toBe(422);
    expect(response.text.length).toBeLessThan(20_000);
  });
});
