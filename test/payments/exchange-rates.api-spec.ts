import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { SystemClock } from '../../src/common/time/clocks.js';
import { NbpRateSource } from '../../src/connectors/rates/nbp/nbp-rate-source.js';
import { StoreRateTableService } from '../../src/products/payments/exchange-rates/store-rate-table.service.js';
import { RateQueries } from '../../src/products/payments/exchange-rates/rate.queries.js';
import { type RefreshedTable, RefreshRatesService } from '../../src/products/payments/exchange-rates/refresh-rates.service.js';
import { runCommandWith } from '../cli/cli-world.js';
import { scrape } from '../metrics/support/scraper.js';
import { PATIENCE_MS } from '../support/patience.js';
import { replaceTimeouts } from '../support/timeouts.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { type RatesHandler, bankTable, CentralBank } from './support/central-bank.js';
import { type PaymentShop, paymentWorld } from './support/payment-shop.js';

let world: World;
let bank: CentralBank;
let shop: PaymentShop;
beforeAll(async () => {
  bank = await CentralBank.open();
  world = await startWorld({ NBP_URL: bank.url, METRICS_PORT: '0' });
  shop = await paymentWorld(world).openPaymentShop();
});
afterAll(async () => {
  await world.stop();
  await bank.close();
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The day of the rates that a new database already has. */
const SNAPSHOT = '2024-01-29';
beforeEach(async () => {
  bank.resetRates();
  await world.asOwner('DELETE FROM payment_exchange_rate WHERE effective_on > $1', [SNAPSHOT]);
  await world.asOwner('DELETE FROM payment_rate_table WHERE effective_on > $1', [SNAPSHOT]);
});

/** Refreshes the rates as if `now` were the current time. */
async function refreshAt(now: string, options: { acceptJumps?: boolean } = {}): Promise<[RefreshedTable, RefreshedTable]> {
  const source = new NbpRateSource({ baseUrl: `${bank.url}/`, timeoutMs: PATIENCE_MS });
  const clock = { now: () => new Date(now) };
  const refresh = new RefreshRatesService(clock, world.get(RateQueries), world.get(StoreRateTableService), source);
  return (await refresh.run(options)) as [RefreshedTable, RefreshedTable];
}
const rates = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await world.get(RateQueries).allLatestRates()).map(({ currency, plnRate, effectiveOn }) => [currency, `${plnRate} ${effectiveOn}`]),
  );

const NOON = '2026-11-20T12:00:00Z';
const TODAY = '2026-11-20';
const VALID_TABLE = bankTable('A', TODAY, { EUR: 4.2511, USD: 3.9876, BRL: 0.71 });

describe('the newest rate tables', () => {
  it('A and B are stored with all their digits', async () => {
    bank.setRates('A', TODAY, VALID_TABLE);
    bank.setRates('B', '2026-11-18', bankTable('B', '2026-11-18', { AFN: 0.050552, MGA: 0.001094 }));
    const [a, b] = await refreshAt(NOON);
    expect(a).toMatchObject({ number: '225/A/NBP/2026', effectiveOn: TODAY, added: ['EUR', 'USD', 'BRL'], refused: [], problems: [] });
    expect(b).toMatchObject({ number: '225/B/NBP/2026', effectiveOn: '2026-11-18', added: ['AFN', 'MGA'], missing: [] });
    expect(await rates()).toMatchObject({
      EUR: `4.2511000000 ${TODAY}`,
      AFN: '0.0505520000 2026-11-18',
      MGA: '0.0010940000 2026-11-18',
      GBP: `5.1230000000 ${SNAPSHOT}`,
    });
  });

  it('are requested day by day in Polish time, back to the newest stored one and for at most two weeks', async () => {
    bank.setRates('A', '2026-11-18', bankTable('A', '2026-11-18', { EUR: 4.26 }));
    await refreshAt('2026-11-20T23:30:00Z'); // This is the 21st in Warsaw.
    expect(bank.requestedTables.filter((request) => request.startsWith('A'))).toEqual([
      'A/2026-11-21',
      'A/2026-11-20',
      'A/2026-11-19',
      'A/2026-11-18',
    ]);
    expect(bank.requestedTables.filter((request) => request.startsWith('B'))).toHaveLength(15);
    bank.requestedTables.length = 0;
    await refreshAt('2026-11-22T12:00:00Z');
    expect(bank.requestedTables.filter((request) => request.startsWith('A'))).toEqual(times(5, (daysBack) => `A/2026-11-${22 - daysBack}`));
    bank.resetRates();
    await refreshAt('2026-11-22T12:00:00Z');
    expect(bank.requestedTables.filter((request) => request.startsWith('A'))).toEqual(times(5, (daysBack) => `A/2026-11-${22 - daysBack}`));
  });

  it('are stored once when many processes refresh concurrently', async () => {
    bank.setRates('A', TODAY, VALID_TABLE);
    const all = await Promise.all(times(8, () => refreshAt(NOON)));
    expect(all.flatMap(([a]) => a.added).toSorted()).toEqual(['BRL', 'EUR', 'USD']);
    expect((await refreshAt(NOON))[0].added).toEqual([]);
  });
});

describe('a response of the bank', () => {
  const tableWith = (change: object): string => bankTable('A', TODAY, { EUR: 4.2 }, change);
  const duplicateCurrency = { rates: [...times(2, (index) => ({ currency: 'euro', code: 'EUR', mid: 4.2 + index }))] };
  it.each<[string, string | RatesHandler, string]>([
    ['is a page', '<html>Przerwa techniczna</html>', 'it is not a list of one table'],
    ['breaks off', VALID_TABLE.slice(0, -20), 'it is not a list of one table'],
    ['is empty', '[]', 'it is not a list of one table'],
    ['holds two tables', `[${VALID_TABLE.slice(1, -1)},${VALID_TABLE.slice(1, -1)}]`, 'it is not a list of one table'],
    ['is another table', tableWith({ table: 'C' }), 'it is table "C"'],
    ['is of another day', tableWith({ effectiveDate: '2026-11-27' }), 'it is of "2026-11-27"'],
    ['is without a day', tableWith({ effectiveDate: null }), 'it is of object'],
    ['has another table’s number', tableWith({ no: '225/B/NBP/2026' }), 'its number is "225/B/NBP/2026"'],
    ['has a currency twice', tableWith(duplicateCurrency), 'it has EUR twice'],
    ['has an invalid currency code', tableWith({ rates: [{ code: 'euro', mid: 4.2 }] }), 'it has a currency "euro"'],
    ['has PLN', tableWith({ rates: [{ code: 'PLN', mid: 2 }] }), 'it has a currency "PLN"'],
    ['has no rates', tableWith({ rates: [] }), 'it has no rates'],
    ['has only invalid rates', tableWith({ rates: [{ code: 'EUR', mid: 0 }] }), 'it has no rates'],
    ['is an error', (response) => response.writeHead(500).end(VALID_TABLE), 'HTTP 500'],
    ['is a redirect', (response) => response.writeHead(302, { location: '/elsewhere' }).end(), 'HTTP 302'],
  ])('that %s is rejected, and the table of the day before is stored', async (_, sentTable, problem) => {
    const before = await rates();
    bank.setRates('A', TODAY, sentTable);
    bank.setRates('A', '2026-11-19', bankTable('A', '2026-11-19', { EUR: 4.2622 }));
    const [a] = await refreshAt(NOON);
    expect(a).toMatchObject({ effectiveOn: '2026-11-19', added: ['EUR'], problems: [`${TODAY}: ${problem}`] });
    expect(await rates()).toEqual({ ...before, EUR: '4.2622000000 2026-11-19' });
    bank.setRates('A', TODAY, VALID_TABLE);
    expect((await refreshAt(NOON))[0]).toMatchObject({ effectiveOn: TODAY, problems: [] });
  });

  it.each<[string, (response: ServerResponse, endTimeLimit: () => void) => void]>([
    ['closes the connection', (response) => response.destroy()],
    ['stops in the middle', (response, endTimeLimit) => response.write('[', () => setTimeout(endTimeLimit, 300))],
    ['is too long', (response) => response.end(' '.repeat(70_000))],
  ])('that %s counts as no response, and the bank gets no other request until the next refresh', async (_, respond) => {
    const before = await rates();
    // Replaces the time limit of the first request. A short real limit might end before the bank has received the request.
    const timeLimit = new AbortController();
    const signals = [timeLimit.signal];
    const replaced = replaceTimeouts(PATIENCE_MS, () => signals.pop() ?? new AbortController().signal);
    bank.setRates('A', TODAY, (response) => respond(response, () => timeLimit.abort()));
    const [a, b] = await refreshAt(NOON);
    replaced.mockRestore();
    expect([a.problems, a.number, b.problems]).toEqual([[`${TODAY}: no response`], null, []]);
    expect(bank.requestedTables.filter((request) => request.startsWith('A'))).toEqual([`A/${TODAY}`]);
    expect(await rates()).toEqual(before);
  });

  it('is missing when the bank cannot be reached', async () => {
    const source = new NbpRateSource({ baseUrl: 'http://127.0.0.1:1', timeoutMs: PATIENCE_MS });
    expect(await source.tableOf('A', TODAY)).toEqual({ outcome: 'unreachable' });
  });
});

describe('an exchange rate', () => {
  it.each<[string, unknown]>([
    ['zero', 0],
    ['below zero', -4.2],
    ['text', '4.2'],
    ['null', null],
    ['far too large', 1_000_000],
    ['of too many decimals', 4.25111111111],
  ])('is rejected when it is %s, and the other rates of its table are stored', async (_, mid) => {
    bank.setRates('A', TODAY, bankTable('A', TODAY, { EUR: mid, USD: 3.9876 }));
    const [a] = await refreshAt(NOON);
    expect(a).toMatchObject({ added: ['USD'], refused: [{ currency: 'EUR', why: 'no rate' }] });
    expect(await rates()).toMatchObject({ EUR: `4.3653000000 ${SNAPSHOT}`, USD: `3.9876000000 ${TODAY}` });
  });

  it.each([436.53, 0.043653, 8.74, 2.18])('that jumps to %d is stored only once staff have accepted it', async (mid) => {
    bank.setRates('A', TODAY, bankTable('A', TODAY, { EUR: mid, USD: 3.9876 }));
    expect((await refreshAt(NOON))[0]).toMatchObject({ added: ['USD'], refused: [{ currency: 'EUR', why: 'jump' }] });
    expect((await rates())['EUR']).toBe(`4.3653000000 ${SNAPSHOT}`);
    expect((await refreshAt(NOON, { acceptJumps: true }))[0]).toMatchObject({ added: ['EUR'], refused: [] });
    expect(Number((await rates())['EUR']?.split(' ')[0])).toBe(mid);
  });

  it('that is missing in a table keeps its value, and is added when the table is complete', async () => {
    bank.setRates('A', TODAY, bankTable('A', TODAY, { USD: 3.9876 }));
    const [a] = await refreshAt(NOON);
    expect(a.missing).toEqual(expect.arrayContaining(['EUR', 'GBP']));
    expect(a.missing).not.toContain('USD');
    bank.setRates('A', TODAY, VALID_TABLE);
    expect((await refreshAt(NOON))[0]).toMatchObject({ added: ['EUR', 'BRL'], missing: [] });
  });

  it('cannot be changed or deleted by the application’s database role', async () => {
    for (const table of ['payment_exchange_rate', 'payment_rate_table'])
      for (const statement of [`DELETE FROM ${table}`, `UPDATE ${table} SET effective_on = effective_on`])
        await expect(world.database.query(statement)).rejects.toThrow(/permission denied/);
  });
});

describe('the currencies of a service', () => {
  it('are those of its channels, with the rate, its table and its day', async () => {
    const own = await paymentWorld(world).openPaymentShop({ channels: ['mbank', 'card', 'pix'] });
    bank.setRates('A', TODAY, VALID_TABLE);
    await refreshAt(NOON);
    const { body } = await own.get('/currencies');
    expect(body.data.map(({ iso }: { iso: string }) => iso)).toEqual([
      'PLN',
      'BRL',
      'CHF',
      'CZK',
      'DKK',
      'EUR',
      'GBP',
      'NOK',
      'SEK',
      'USD',
    ]);
    expect(body).not.toHaveProperty('pagination');
    expect(body.data).toEqual(
      expect.arrayContaining([
        { iso: 'PLN', pln_rate: '1.0000000000', nbp_table: 'A', prefix: null, suffix: 'zł', updated_at: TODAY },
        { iso: 'EUR', pln_rate: '4.2511000000', nbp_table: 'A', prefix: null, suffix: '€', updated_at: TODAY },
        { iso: 'USD', pln_rate: '3.9876000000', nbp_table: 'A', prefix: '$', suffix: null, updated_at: TODAY },
        { iso: 'CHF', pln_rate: '4.6785000000', nbp_table: 'A', prefix: null, suffix: null, updated_at: SNAPSHOT },
      ]),
    );
  });

  it('are only those that its channels can take', async () => {
    const polish = await paymentWorld(world).openPaymentShop({ channels: ['blik', 'mbank'] });
    expect((await polish.get('/currencies')).body.data).toMatchObject([{ iso: 'PLN' }]);
    const brazilian = await paymentWorld(world).openPaymentShop({ channels: ['pix'] });
    expect((await brazilian.get('/currencies')).body.data).toMatchObject([{ iso: 'BRL', prefix: 'R$' }]);
    expect((await (await paymentWorld(world).openPaymentShop({ channels: [] })).get('/currencies')).body.data).toEqual([]);
  });
});

describe('a payment', () => {
  it('in another currency requires a rate, and one in PLN keeps its value', async () => {
    const { status, body } = await shop.create({ amount: 10.01, currency: 'XAU' });
    expect([status, body.errors]).toEqual([422, { currency: ['There is no exchange rate for XAU.'] }]);
    const amount = (await shop.get(`/transactions/${await shop.createNewPayment({ amount: 10.01 })}`)).body.data.amount;
    expect(amount).toMatchObject({ value: 10.01, currency: 'PLN' });
  });

  it('keeps the rate of its creation', async () => {
    const id = await shop.createNewPayment({ amount: 10.01, currency: 'EUR' });
    bank.setRates('A', TODAY, VALID_TABLE);
    await refreshAt(NOON);
    const later = await shop.createNewPayment({ amount: 10.01, currency: 'EUR' });
    await shop.beginAttempt(id, 'card');
    await shop.reportAttempt(id, { outcome: 'paid' });
    const amountOf = async (paymentId: string) => (await shop.get(`/transactions/${paymentId}`)).body.data.amount;
    expect(await amountOf(id)).toMatchObject({ value: 43.7, original: { value: 10.01, currency: 'EUR', pln_rate: '4.3653000000' } });
    expect(await amountOf(later)).toMatchObject({ value: 42.55, original: { pln_rate: '4.2511000000' } });
  });
});

describe('a worker', () => {
  it('refreshes the rates by itself and logs rejected ones', async () => {
    let log = '';
    bank.setRates('A', null, (response, day) => response.end(bankTable('A', day, { EUR: 4.2511, USD: 403.26 })));
    const worker = await startWorld(
      { ROLE: 'all', NBP_URL: bank.url, LOG_LEVEL: 'warn' },
      pino({ level: 'warn' }, { write: (line) => void (log += line) }),
    );
    try {
      const ratesQuery = worker.get(RateQueries);
      await until(
        () => ratesQuery.latestRates(['EUR']),
        ([euro]) => euro?.plnRate === '4.2511000000',
      );
      await until(
        () => log,
        (text) => text.includes('"refused":[{"currency":"USD","why":"jump"}]'),
      );
    } finally {
      await worker.stop();
    }
  });
});

describe('the staff of the gateway', () => {
  const run = (...argv: string[]) => runCommandWith({ ...world.settings, NBP_URL: bank.url }, argv);

  it('can show and refresh the rates', async () => {
    bank.setRates('A', null, (response, day) => response.end(bankTable('A', day, { EUR: 4.2511, USD: 403.26 })));
    const refreshed = await run('rates', 'refresh', '--json');
    expect([refreshed.code, JSON.parse(refreshed.out)]).toEqual([
      1,
      [
        expect.objectContaining({ table: 'A', added: 1, refused: 'USD (jump)', missing: expect.stringContaining('GBP'), problems: '' }),
        expect.objectContaining({ table: 'B', number: null, added: 0 }),
      ],
    ]);
    const { code, out } = await run('rates', 'show', '--json');
    expect([code, JSON.parse(out).find(({ currency }: { currency: string }) => currency === 'GBP')]).toEqual([
      0,
      { currency: 'GBP', pln_rate: '5.1230000000', table: '020/A/NBP/2024', effective_on: SNAPSHOT },
    ]);
    expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ currency: 'EUR', pln_rate: '4.2511000000' }));
  });

  it('see the age of the rates in the metrics', async () => {
    const now = new Date();
    now.setUTCHours(12, 0, 0, 0); // At 12:00 UTC the date in Warsaw is the same.
    jest.spyOn(world.get(SystemClock), 'now').mockReturnValue(now);
    const secondsSince = (day: string): number => Math.round((now.getTime() - Date.parse(day)) / 1_000);
    const { value } = await scrape(world);
    expect(value('gateway_payment_rate_table_a_age_seconds')).toBe(secondsSince(SNAPSHOT));
    expect(value('gateway_payment_rate_table_b_age_seconds')).toBeUndefined();
    const yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
    bank.setRates('B', yesterday, bankTable('B', yesterday, { AFN: 0.050552 }));
    await refreshAt(now.toISOString());
    expect((await scrape(world)).value('gateway_payment_rate_table_b_age_seconds')).toBe(secondsSince(yesterday));
  });

  it('get an error that names NBP_URL when they refresh rates without a configured bank', async () => {
    const { code, err } = await runCommandWith(world.settings, ['rates', 'refresh']);
    expect([code, err]).toEqual([1, expect.stringContaining('set NBP_URL')]);
  });
});
