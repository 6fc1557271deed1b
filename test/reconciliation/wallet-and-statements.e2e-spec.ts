import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { CreatePayoutService } from '../../src/platform/ledger/manual/create-payout.service.js';
import { Ledger } from '../../src/platform/ledger/ledger.service.js';
import { entryOfSale } from '../ledger/ledger-world.js';
import { runCommandWith } from '../cli/cli-world.js';
import type { HttpResponse, HttpRequest } from '../support/http-client.js';
import { moveToNoon } from '../support/noon.js';
import { createAndPay } from '../support/paid-payment.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

const ZONE = 'Europe/Warsaw';
const WALLET_PARTS = ['pending', 'available', 'reserved', 'owed'];

let world: World;
let shop: Shop;
let serviceId: string;
let paymentIds: string[];
let refundId: string;

const get = (path: string, call: HttpRequest = {}): Promise<HttpResponse> => world.http.get(path, { token: shop.token, ...call });
const today = (): DateTime => DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: ZONE });
/** All wallet entries that match the query. The pages are read by their links. */
async function readAllEntries(query = ''): Promise<HttpResponse['body'][]> {
  const all: HttpResponse['body'][] = [];
  for (let path: string | null = `/wallet/entries?perPage=2${query}`; path;) {
    const { body } = await get(path);
    all.push(...body.data);
    const next = body.pagination.links.next_page as string | null;
    path = next && next.replace('https://pay.example.test', '');
  }
  return all;
}

beforeAll(async () => {
  world = await startWorld();
  await moveToNoon(world);
  shop = await world.createPartnerShop();
  serviceId = (await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books' })).id;
  const buyer = { http: world.http, token: shop.token, serviceId };
  paymentIds = [await createAndPay(buyer, 49.99), await createAndPay(buyer, 20)];
  const refunds = `/payment/${serviceId}/transactions/${paymentIds[1]}/refunds`;
  refundId = (await world.http.post(refunds, { token: shop.token, body: { amount: 5 } })).body.data.refund_id;
  // Real money in the last millisecond of July in Warsaw, where the offset from UTC is two hours in summer.
  const occurredAt = new Date('2026-07-31T21:59:59.999Z');
  await world.database.transaction((tx) => world.get(Ledger).post(tx, entryOfSale(shop.partnerId, { occurredAt })));
  const other = await world.createPartnerShop();
  await world.database.transaction((tx) => world.get(Ledger).post(tx, entryOfSale(other.partnerId, { occurredAt })));
});
afterAll(() => world.stop());

describe('the wallet', () => {
  it('has the balances of real money, and those of test money separately', async () => {
    const { status, body } = await get('/wallet');
    expect([status, Object.keys(body.data)]).toEqual([200, ['currency', ...WALLET_PARTS, 'test']]);
    expect(body.data).toMatchObject({ currency: 'PLN', pending: 2.5, available: 0, reserved: 0, owed: 0 });
    const { available, reserved } = body.data.test;
    expect(available + reserved).toBeGreaterThan(0);
  });

  it('equals the sum of its entries, each of which is listed once', async () => {
    const entries = await readAllEntries();
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    const { body } = await get('/wallet');
    for (const test of [true, false])
      for (const part of WALLET_PARTS) {
        const sum = entries
          .filter((entry) => entry.test === test && entry.part === part)
          .reduce((minor, { amount }) => minor + amount * 100, 0);
        expect([part, Math.round(sum)]).toEqual([part, Math.round((test ? body.data.test : body.data)[part] * 100)]);
      }
  });

  it('has an entry for a payment, with the id of the transaction, and an entry for a refund', async () => {
    const entries = await readAllEntries();
    const paymentEntries = entries.filter(({ transaction_id: id }) => id === paymentIds[0]);
    expect(paymentEntries).toMatchObject([
      { part: 'available', currency: 'PLN', test: true, reference: expect.stringContaining(paymentIds[0] ?? '') },
    ]);
    expect(entries.some(({ reference }) => String(reference).includes(refundId))).toBe(true);
  });

  it('lists entries newest first, or oldest first', async () => {
    const [newest, oldest] = [await readAllEntries(), await readAllEntries('&sort=created_at')];
    expect(newest).toEqual(oldest.toReversed());
    expect(oldest[0]).toMatchObject({ occurred_at: '2026-07-31T23:59:59+02:00', amount: 2.5, part: 'pending', test: false });
  });

  it('lists the entries of a day or a time range', async () => {
    expect(await readAllEntries('&day=2026-07-31')).toHaveLength(1);
    expect(await readAllEntries('&day=2026-08-01')).toEqual([]);
    const all = await readAllEntries();
    expect(await readAllEntries(`&day=${today().toISODate()}`)).toHaveLength(all.length - 1);
    expect(await readAllEntries('&filter[to]=2026-08-01T00:00:00%2B02:00')).toHaveLength(1);
    expect(await readAllEntries('&filter[from]=2026-08-01T00:00:00%2B02:00')).toHaveLength(all.length - 1);
    expect(await readAllEntries('&day=2026-07-31&filter[to]=2026-07-31T12:00:00Z')).toEqual([]);
  });

  it.each([
    ['day=2026-02-30', 'day'],
    ['after=x', 'after'],
    ['after=00000000-0000-7000-8000-000000000000:1', 'after'],
    ['filter[status]=paid', 'filter'],
    ['filter[from]=yesterday', 'filter.from'],
    ['sort=amount', 'sort'],
    ['perPage=0', 'perPage'],
  ])('rejects the query %s', async (query, field) => {
    const { status, body } = await get(`/wallet/entries?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('does not continue after an entry of another partner', async () => {
    const other = await world.createPartnerShop();
    await world.database.transaction((tx) => world.get(Ledger).post(tx, entryOfSale(other.partnerId, { occurredAt: new Date() })));
    const [entry] = (await get('/wallet/entries', { token: other.token })).body.data;
    expect((await get(`/wallet/entries?after=${entry.id}`)).status).toBe(422);
  });
});

describe('a statement', () => {
  const printStatement = async (month: string): Promise<string> => {
    const { out } = await runCommandWith(world.settings, ['partner', 'statement', shop.partnerId, '--month', month, '--csv']);
    return out;
  };

  it('of a month has the same bytes as the output of the command line', async () => {
    await world.get(CreatePayoutService).run({
      partnerId: shop.partnerId,
      amountMinor: 100,
      currency: 'PLN',
      reference: 'TR-1',
      author: 'Anna',
      test: true,
      althoughBlocked: false,
    });
    for (const month of ['2026-07', '2026-08', today().toFormat('yyyy-MM')]) {
      const { status, headers, text } = await get(`/statements/${month}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(text).toBe(await printStatement(month));
    }
  });

  it('of a day has the closing balance of the day before as its opening balance', async () => {
    const lines = async (day: string): Promise<string[][]> =>
      (await get(`/statements/${day}`)).text
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','));
    const amountsOf = (rows: string[][], kind: string): string[] =>
      rows.filter((cells) => cells[4] === kind).map((cells) => cells.at(-1) ?? '');
    const [before, day, after] = [await lines('2026-07-30'), await lines('2026-07-31'), await lines('2026-08-01')];
    expect([before.length, day.length]).toEqual([after.length, after.length + 1]);
    expect(amountsOf(day, 'opening')).toEqual(amountsOf(before, 'closing'));
    expect(amountsOf(after, 'opening')).toEqual(amountsOf(day, 'closing'));
    expect(day.filter((cells) => cells[4] === 'sale').map((cells) => [cells[3], cells[7]])).toEqual([
      ['2026-07-31T23:59:59+02:00', '2.50'],
    ]);
  });

  it.each(['2026', '2026-13', '2026-02-30', '0000-01', 'x', '2026-10-1'])('does not exist for the period %s', async (period) => {
    expect((await get(`/statements/${period}`)).body).toEqual({ success: false, errorCode: 'ROUTE_NOT_FOUND' });
  });

  it('is complete when it is longer than one batch of rows', async () => {
    const busy = await world.createPartnerShop();
    const occurredAt = new Date('2026-05-05T12:00:00Z');
    const entries = Array.from({ length: 1_005 }, () => entryOfSale(busy.partnerId, { occurredAt }));
    await world.database.transaction((tx) => world.get(Ledger).postAll(tx, entries));
    const { text } = await get('/statements/2026-05', { token: busy.token });
    const lines = text.trimEnd().split('\r\n');
    expect([lines.length, new Set(lines).size, lines.at(-1)?.endsWith(',2512.50')]).toEqual([1_008, 1_008, true]);
  });
});

describe('the money of all services', () => {
  it('is not shown to a token that is limited to some of them', async () => {
    const { token } = await shop.newToken({ serviceIds: [serviceId] });
    for (const path of ['/wallet', '/wallet/entries', '/statements/2026-10']) {
      const { status, body } = await get(path, { token });
      expect([path, status, body]).toEqual([path, 403, { success: false, errorCode: 'INVALID_ABILITY_PROVIDED' }]);
    }
  });
});

describe('other lists', () => {
  it.each([
    ['payment', 'transactions', 'from', 'to'],
    ['payment', 'subscriptions', 'from', 'to'],
    ['payment', 'blik/aliases', 'from', 'to'],
    ['directbilling', 'transactions', 'from', 'to'],
  ])('/%s/{serviceId}/%s can be filtered by time', async (area, list, from, to) => {
    const id = area === 'payment' ? serviceId : shop.serviceId;
    if (area === 'directbilling') await shop.create();
    const path = `/${area}/${id}/${list}`;
    const total = async (query: string): Promise<number> => (await get(`${path}?${query}`)).body.pagination.total;
    const all = await total('');
    expect(await total(`filter[${from}]=2020-01-01T00:00:00Z&filter[${to}]=2099-01-01T00:00:00Z`)).toBe(all);
    expect(await total(`filter[${from}]=2099-01-01T00:00:00Z`)).toBe(0);
    expect(await total(`filter[${to}]=2020-01-01T00:00:00Z`)).toBe(0);
  });
});
