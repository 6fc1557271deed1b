import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createLogger } from '../../src/runtime/logging/logger.js';
import type { HttpResponse } from '../support/http-client.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { fullRequestWith, FULL_REQUEST } from './support/full-request.js';

/** A card number, and the notations in which people write it. */
const CARD = '4242424242424242';
const NOTATIONS = [CARD, '4242 4242 4242 4242', '4242-4242-4242-4242'];
/** The partner’s number looks like a card number. Only the fields below may hold such a number. */
const PARTNER_NUMBER = '5555555555554444';
const PARTNER_FIELDS = [
  'control',
  'cart.0.code',
  'antifraud.systemId',
  'antifraud.mcid',
  'antifraud.mcusername',
  'antifraud.useragent',
  'referer',
];
const PARTNER_URLS = ['returns.success', 'returns.failure', 'returns.pending'];

/** Whether the text has the number in any notation. */
const hasNumber = (text: string, number: string): boolean => text.replace(/%20|[\s.+-]/g, '').includes(number);

let world: World;
let shop: Shop;
let serviceId: string;
let log = '';
beforeAll(async () => {
  const logStream = new Writable({ write: (chunk: Buffer, _, done) => ((log += chunk.toString()), done()) });
  world = await startWorld({ ROLE: 'all', LOG_LEVEL: 'trace' }, createLogger('trace', logStream));
  shop = await world.createPartnerShop();
  const service = await world.get(CreateServiceForPayments).run({
    partnerId: shop.partnerId,
    name: 'Books',
    notifyUrl: `${shop.receiver.url}/notify`,
  });
  serviceId = service.id;
});
afterAll(() => world.stop());

const logLinesWith = (number: string): string[] =>
  log
    .split('\n')
    .filter((line) => hasNumber(line, number))
    .slice(0, 5);

const transactions = (): string => `/payment/${serviceId}/transactions`;
const post = (path: string, body: unknown, headers = {}) => world.http.post(path, { token: shop.token, body, headers });
const create = async (body: object = {}): Promise<string> => {
  const response = await post(transactions(), { amount: 12.3, ...body });
  expect(response.status).toBe(200);
  return response.body.data.transactionId as string;
};

type Members = Record<string, unknown>;
/** Paths of all members that are neither lists nor objects. */
function leaves(value: unknown, path: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [path.join('.')];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
}
/** The columns of all tables (of the gateway, the queue and the sandbox) that hold the number in any notation. */
async function columnsWith(number: string): Promise<string[]> {
  const owner = new Client({ connectionString: world.settings['DATABASE_OWNER_URL'] });
  await owner.connect();
  try {
    const tables = await owner.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`,
    );
    expect(tables.rows.length).toBeGreaterThan(40);
    const columns = new Set<string>();
    for (const { name } of tables.rows) {
      const sql = `SELECT to_jsonb(t) AS row FROM ${name} t WHERE regexp_replace(t::text, '%20|[[:space:].+-]', '', 'g') LIKE $1`;
      for (const { row } of (await owner.query<{ row: Members }>(sql, [`%${number}%`])).rows)
        for (const [column, value] of Object.entries(row)) if (hasNumber(JSON.stringify(value), number)) columns.add(`${name}.${column}`);
    }
    return [...columns].toSorted();
  } finally {
    await owner.end();
  }
}

describe('a card number', () => {
  it('is rejected in each field that a partner sends, except the partner’s own numbers and unknown fields at the top level', async () => {
    const fields = [...leaves(FULL_REQUEST), 'unheard_of', 'customer.unheard_of', 'cart.0.unheard_of'];
    for (const path of fields) {
      const isOwn = PARTNER_FIELDS.includes(path) || PARTNER_URLS.includes(path);
      if (isOwn || path === 'unheard_of') continue;
      for (const card of NOTATIONS) {
        const { status } = await post(transactions(), fullRequestWith(path, card));
        expect([path, card, status]).toEqual([path, card, 422]);
      }
      expect((await post(transactions(), fullRequestWith(path, Number(CARD)))).status).toBe(422);
    }
    for (const card of NOTATIONS) {
      await create({ unheard_of: card });
      await post(transactions(), `{"amount": 5, "description": "${card}`);
      await post(transactions(), `"${card}"`);
    }
  });

  it('may occur in paths, queries, headers and bodies of any request (the last test looks for it)', async () => {
    for (const card of NOTATIONS.map(encodeURIComponent)) {
      for (const path of [
        `${transactions()}/${card}`,
        `${transactions()}?card=${card}`,
        `${transactions()}?filter[control]=${card}`,
        `${transactions()}?filter[${card}]=1&page=${card}`,
        `/payment/${card}/transactions`,
        `/payment/${card}`,
        `/nowhere/${card}`,
        `/nowhere/%zz${card}`,
        `/pay/${card}`,
        `/connectors/channels/${card}/reports`,
      ])
        for (const token of [shop.token, card, null]) {
          await world.http.get(path, {
            token,
            headers: { 'X-Request-Id': CARD, 'User-Agent': CARD, Referer: `https://x.example/${card}` },
          });
          await world.http.post(path, { token, body: { number: card } });
        }
    }
  });

  it('causes no server error in the forms of the payer’s pages', async () => {
    const form = async (path: string, fields: Record<string, string>): Promise<void> => {
      const response = await fetch(world.http.baseUrl + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
      expect(response.status).toBeLessThan(500);
    };
    for (const card of NOTATIONS) {
      for (const channel of ['blik', 'card', 'mbank', 'pix', card]) {
        const id = await create(channel === 'pix' ? { currency: 'BRL' } : {});
        const details = Object.fromEntries(['name', 'email', 'document', 'country'].map((field) => [`${field}-${channel}`, card]));
        await form(`/pay/${id}/method`, { channel, code: card, ...details, name: card, email: card, document: card, number: card });
        await form(`/pay/${id}/method`, { channel });
        await form(`/pay/${id}/code`, { code: card, state: card });
        await form(`/pay/${id}/return?number=${encodeURIComponent(card)}`, { number: card });
        await form(`/pay/${id}/leave`, { number: card });
        await form(`/pay/${id}/cancel`, { number: card });
      }
    }
  });

  it('is charged by the acquirer when it is entered at the acquirer’s page', async () => {
    const id = await create();
    await fetch(`${world.http.baseUrl}/pay/${id}/method`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ channel: 'card' }),
    });
    const [attempt] = await world.database.query<{ url: string }[]>(
      `SELECT next->>'url' AS url FROM payment_attempt WHERE transaction_id = $1`,
      [id],
    );
    const page = (attempt?.url ?? '').replace(/^http:\/\/[^/]+/, world.sandbox.url);
    const submitCard = (number: string) =>
      fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ number, expiry: '12/40', cvc: '123' }) });
    expect((await submitCard('4242 4242 4242 4241')).status).toBe(422);
    await fetch(`${page}?number=${CARD}`);
    for (const card of NOTATIONS) expect((await submitCard(card)).status).toBe(303);
    await fetch(`${page}/decision`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome: 'confirm', number: CARD }),
    });
    await until(
      () => shop.receiver.requests.filter(({ body }) => body.includes(id) && body.includes('transaction_paid')),
      ({ length }) => length > 0,
    );
  });

  it('is in no line of the log, no column of the database and no notification', async () => {
    expect(log.split('\n').length).toBeGreaterThan(300);
    expect(logLinesWith(CARD)).toEqual([]);
    expect(await columnsWith(CARD)).toEqual([]);
    expect(shop.receiver.requests.filter(({ body, headers }) => hasNumber(body + JSON.stringify(headers), CARD))).toEqual([]);
  });
});

/** What shops send. The right check digit of a card number occurs in one of ten such numbers, and in each of these. */
const NO_CARDS: [sent: string, text: string][] = [
  ['a phone number with its country and an amount', 'Top-up 48501234564 30.00'],
  ['a foreign phone number', 'Top-up +4915112345108'],
  ['a Polish IBAN', 'Refund to PL3810 9010 1400 0007 1219 8128 03'],
  ['a Polish account number', 'Refund to 81 1090 1014 0000 0712 1981 2805'],
  ['the EAN of a Polish product', 'Coffee 5901234120081'],
  ['the number of an electricity meter', 'Meter 590310600000121097'],
  ['the number of a shop’s order', 'Order 6123456789001'],
  ['the number of an order and its day', 'Order 51202/2026/11/28/12'],
];
const CARDS: [sent: string, text: string][] = [
  ['alone', '4242424242424242'],
  ['with blanks', 'card 4242 4242 4242 4242 12/27'],
  ['with dashes', '4242-4242-4242-4242'],
  ['American Express', '3782 822463 10005'],
  ['Maestro with 19 digits', '6799 9901 0000 0000 019'],
  ['UnionPay', '6250941006528599'],
  ['an old Visa card', '4222222222222'],
];

describe('a number in a text', () => {
  const EAN_OF_A_CARD_RANGE = '4001686301098';
  const item = (change: object) => ({ name: 'Coffee', quantity: 1, price: 12.3, producer: null, category: null, code: null, ...change });
  /** By the field: sends a text there. @returns the response, and the text that is stored */
  const PLACES: Record<string, (sent: string) => Promise<[HttpResponse, () => Promise<unknown>]>> = {
    'the description of a payment': (description) => send({ description }, (data) => data.description),
    'the name of a payer': (name) => send({ customer: { name } }, (data) => data.customer.name),
    'the street of a payer': (street) =>
      send({ billing: { surname: 'Nowak', city: 'Łódź', postalCode: '90-001', country: 'PL', street } }, (data) => data.billing.street),
    'the name of a cart item': (name) => send({ cart: [item({ name })] }, (data) => data.cart[0].name),
    'a member of a cart item that the contract does not name': (note) => send({ cart: [item({ note })] }, (data) => data.cart[0].note),
    async 'the description of a payment link'(description) {
      const response = await post(`/payment/${serviceId}/links`, { amount: 5, description });
      return [response, () => response.body.data.description];
    },
  };
  async function send(body: object, stored: (data: HttpResponse['body']) => unknown): Promise<[HttpResponse, () => Promise<unknown>]> {
    const response = await post(transactions(), { amount: 12.3, ...body });
    return [
      response,
      async () => stored((await world.http.get(`${transactions()}/${response.body.data.transactionId}`, { token: shop.token })).body.data),
    ];
  }

  it.each(Object.entries(PLACES))('that is no card number is stored: %s', async (_, sendTo) => {
    for (const [sent, text] of NO_CARDS) {
      const [{ status }, stored] = await sendTo(text);
      expect([sent, status, status === 200 && (await stored())]).toEqual([sent, 200, text]);
    }
  });

  it.each(Object.entries(PLACES))('that is a card number is rejected: %s', async (_, sendTo) => {
    for (const [sent, text] of CARDS) {
      const [{ status, body }] = await sendTo(text);
      expect([sent, status, Object.values(body.errors ?? {})]).toEqual([sent, 422, [['A card number must not be sent here.']]]);
    }
  });

  it('is searched in the label and the descriptions of a subscription', async () => {
    const errorsOf = async (text: string): Promise<string[]> => {
      const request = { alias: { label: text }, descriptions: { line1: text } };
      const { errors } = (await post(`/payment/${serviceId}/blik/subscriptions`, request)).body;
      return Object.keys(errors).filter((field) => errors[field].includes('A card number must not be sent here.'));
    };
    expect(await errorsOf(CARD)).toEqual(['alias.label', 'descriptions.line1']);
    for (const [, text] of NO_CARDS) expect([text, await errorsOf(text)]).toEqual([text, []]);
  });

  it('is a valid EAN in a cart, even if it could be an old Visa card', async () => {
    for (const change of [
      { name: `Sweets ${EAN_OF_A_CARD_RANGE}` },
      { ean: Number(EAN_OF_A_CARD_RANGE) },
      { details: { GTIN: '38520000000037' } },
      { barcodes: [EAN_OF_A_CARD_RANGE] },
    ])
      expect([change, (await post(transactions(), { amount: 12.3, cart: [item(change)] })).status]).toEqual([change, 200]);
  });

  it.each([{ ean: CARD }, { ean: '38520000023237' }, { gtin: '4222222222222' }])(
    'is a card number if it is no valid EAN: %p',
    async (change) => {
      const { body } = await post(transactions(), { amount: 12.3, cart: [item(change)] });
      expect(Object.keys(body.errors)).toEqual([`cart.0.${Object.keys(change)[0]}`]);
    },
  );

  it('is a card number outside a cart, even if it could be an EAN', async () => {
    expect((await post(transactions(), { amount: 12.3, description: EAN_OF_A_CARD_RANGE })).body.errors).toHaveProperty('description');
  });

  it('is a phone number in the field of one, without a plus sign, too', async () => {
    expect((await post(transactions(), { amount: 12.3, customer: { phone: '4915147527720' } })).status).toBe(200);
    for (const phone of [CARD, '378282246310005', '3782 822463 10005', '4222222222222'])
      expect((await post(transactions(), { amount: 12.3, customer: { phone } })).body.errors).toHaveProperty(['customer.phone']);
  });

  it('is reported for at most 20 fields', async () => {
    const cart = Array.from({ length: 30 }, () => item({ name: CARD }));
    expect(Object.keys((await post(transactions(), { amount: 12.3, cart })).body.errors)).toHaveLength(20);
  });

  it('is no card number in groups that no card has', async () => {
    expect((await post(transactions(), { amount: 12.3, description: '411111 111111 1111' })).status).toBe(200);
  });
});

describe('a number of the partner that looks like a card number', () => {
  it('is stored in its field and nowhere else', async () => {
    for (const path of PARTNER_FIELDS)
      expect([path, (await post(transactions(), fullRequestWith(path, PARTNER_NUMBER))).status]).toEqual([path, 200]);
    for (const path of PARTNER_URLS)
      expect((await post(transactions(), fullRequestWith(path, `https://shop.example/order/${PARTNER_NUMBER}`))).status).toBe(200);
    expect(await columnsWith(PARTNER_NUMBER)).toEqual(
      ['antifraud', 'cart', 'control', 'failure_url', 'pending_url', 'referer', 'success_url'].map(
        (column) => `payment_transaction.${column}`,
      ),
    );
    expect(logLinesWith(PARTNER_NUMBER)).toEqual([]);
  });
});
