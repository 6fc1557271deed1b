import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createLogger } from '../../src/runtime/logging/logger.js';
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
