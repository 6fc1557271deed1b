import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createSmsShop, GATEWAY_SECRET } from '../sms/sms-shop.js';
import { createAndPay } from '../support/paid-payment.js';
import type { Shop } from '../support/shop.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { signInAs, startPanelWorld } from './support/panel-world.js';

let world: World;
let shop: Shop;
let owner: PanelBrowser;
let ids: { payment: string; refund: string; directBilling: string; sms: string; code: string; paymentService: string };
beforeAll(async () => {
  world = await startPanelWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET, PAYMENT_HOLD_PER_ADDRESS: '0' });
  shop = await world.createPartnerShop({ silent: true });
  const { id: paymentService } = await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books' });
  const path = `/payment/${paymentService}/transactions`;
  const payment = await createAndPay({ http: world.http, token: shop.token, serviceId: paymentService }, 77.7);
  const refund = await world.http.post(`${path}/${payment}/refunds`, { token: shop.token, body: { amount: 1 } });
  await world.http.post(path, {
    token: shop.token,
    body: { amount: 45.67, control: 'order-7', customer: { email: 'Jan.Kowalski@example.test' } },
  });
  const directBilling = (await shop.create({ amount: 23.45, control: 'order-7' })).body.data.transactionId as string;
  const smsShop = await createSmsShop(world, { partnerId: shop.partnerId });
  const code = await smsShop.buyCode();
  const [sms] = (await smsShop.get('/transactions')).body.data;
  ids = { payment, refund: refund.body.data.refund_id, directBilling, sms: String(sms.id), code, paymentService };
  owner = await signInAs(world, { partnerId: shop.partnerId, role: 'owner' });
});
afterAll(() => world.stop());

const idsOn = (page: string): string[] => [...page.matchAll(/<code class="small">([^<]+)<\/code>/g)].map(([, id = '']) => id);
const search = async (query: Record<string, string>, browser = owner): Promise<string[]> =>
  idsOn((await browser.get(`/transactions?${new URLSearchParams(query).toString()}`)).text);

describe('the list of transactions', () => {
  it('has the transactions of all three products, newest first', async () => {
    const all = await search({});
    expect(all).toHaveLength(4);
    expect(all[0]).toBe(ids.sms);
    expect(all[1]).toBe(ids.directBilling);
    expect(all[3]).toBe(ids.payment);
  });

  it.each([
    ['an id', () => ids.payment, () => [ids.payment]],
    ['an id in capitals', () => ids.directBilling.toUpperCase(), () => [ids.directBilling]],
    ['the number that the payer of a phone bill sees', () => ids.directBilling.slice(0, 8), () => [ids.directBilling]],
    ['the id of a refund', () => ids.refund, () => [ids.payment]],
    ['an amount', () => '77.70', () => [ids.payment]],
    ['an amount as it is written in Polish', () => '77,70 zł', () => [ids.payment]],
    ['an amount of three decimals, which may be a thousand', () => '77.700', () => []],
    ['the code of an SMS', () => ids.code, () => [ids.sms]],
    ['the id of an SMS', () => ids.sms, () => [ids.sms]],
    ['a text that matches nothing', () => "x' OR 1=1 --", () => []],
  ])('is searched by %s', async (_, text, expected) => {
    expect(await search({ q: text() })).toEqual(expected());
  });

  it('is searched by control across products, by e-mail in any case, and by the short number of a payment', async () => {
    expect(await search({ q: 'order-7' })).toHaveLength(2);
    const [payment] = await search({ q: 'jan.kowalski@EXAMPLE.test' });
    const [row] = await world.database.query<{ number: string }[]>(
      'SELECT payer_transaction_id AS number FROM payment_transaction WHERE id = $1',
      [payment],
    );
    expect(await search({ q: String(row?.number).toLowerCase() })).toEqual([payment]);
  });

  it('is searched by the id of a notification', async () => {
    const [event] = await world.database.query<{ id: string }[]>('SELECT id FROM webhook_event WHERE subject_id = $1 LIMIT 1', [
      ids.payment,
    ]);
    if (event) expect(await search({ q: event.id })).toEqual([ids.payment]);
  });

  it('is filtered by product, service, status and days in the query string', async () => {
    expect(await search({ product: 'sms' })).toEqual([ids.sms]);
    expect(await search({ service: shop.serviceId })).toEqual([ids.directBilling]);
    expect(await search({ status: 'transaction_paid' })).toEqual([ids.payment]);
    expect(await search({ status: 'unused' })).toEqual([ids.sms]);
    expect(await search({ from: '2001-01-01', to: '2001-12-31' })).toEqual([]);
    expect(await search({ from: '2001-01-01' })).toHaveLength(4);
    const page = (await owner.get('/transactions?q=order-7&product=payment')).text;
    expect(page).toContain('value="order-7"');
    expect(page).toContain('<option value="payment" selected>');
  });

  it('shows payers in full only to roles that may see them', async () => {
    const viewer = await signInAs(world, { partnerId: shop.partnerId, role: 'viewer' });
    const [inFull, masked] = await Promise.all([owner.get('/transactions'), viewer.get('/transactions')]);
    expect(inFull.text).toContain('Jan.Kowalski@example.test');
    expect(masked.text).not.toContain('Jan.Kowalski');
    expect(masked.text).toContain('J•••@example.test');
  });

  it('shows staff the transactions of every partner', async () => {
    const other = await world.createPartnerShop({ silent: true });
    const foreignId = (await other.create({ control: 'order-8' })).body.data.transactionId as string;
    const staff = await signInAs(world, { partnerId: null, role: 'support' });
    expect(await search({ q: 'order-8' }, staff)).toEqual([foreignId]);
    expect(await search({ q: 'order-8' })).toEqual([]);
    expect(await search({ q: foreignId })).toEqual([]);
  });
});

describe('a filter by days', () => {
  const LISTS = ['/transactions', '/notifications', '/wallet', '/audit'].flatMap((path) => [path, `${path}.csv`]);

  it.each(LISTS)('of %s has no limit when the days are empty', async (path) => {
    const rowsOf = (text: string): string[] => (path.endsWith('.csv') ? text.split('\r\n') : (text.match(/<tbody>[^]*<\/tbody>/g) ?? []));
    const [all, empty] = [await owner.get(path), await owner.get(`${path}?from=&to=`)];
    expect([all.status, empty.status, rowsOf(empty.text)]).toEqual([200, 200, rowsOf(all.text)]);
  });

  it.each([...LISTS, '/notifications/resend'])('of %s is rejected when a day is no date, instead of showing everything', async (path) => {
    for (const query of ['from=nonsense', 'from=2026-11-01&to=2026-02-31', 'from=%EF%BF%BD']) {
      const { status, text } = await owner.get(`${path}?${query}`);
      expect([query, status]).toEqual([query, 422]);
      expect(text).toContain('<h1>Invalid day</h1>');
      expect(text).toContain('The first or the last day of the filter is not a date.');
    }
  });

  it.each([...LISTS, '/notifications/resend'])('of %s is rejected when a day is repeated or malformed', async (path) => {
    for (const query of ['from=2026-11-01&from=2026-11-02', 'from=%FF', 'to=%00'])
      expect([query, (await owner.get(`${path}?${query}`)).status]).toEqual([query, 422]);
  });

  it('offers the list with its other filters and all days', async () => {
    const { text } = await owner.get('/transactions.csv?lang=pl&q=a%26b&status=transaction_paid&from=2026-11-31&to=');
    expect(text).toContain('<h1>Nieprawidłowy dzień</h1>');
    expect(text).toContain('href="/transactions?q=a%26b&amp;status=transaction_paid&amp;lang=pl">Pokaż wszystkie dni</a>');
    for (const path of [
      '/notifications/resend',
      '/notifications/resend/',
      '/notifications.csv',
      '/notifications.csv/',
      '/Notifications.CSV',
    ])
      expect((await owner.get(`${path}?from=1.11.2026`)).text).toMatch(/href="\/notifications">Show all days<\/a>/i);
  });
});

describe('a filter by product or status', () => {
  it.each([
    ['/transactions', 'product=payments'],
    ['/transactions.csv', 'product=payments'],
    ['/transactions', 'status=payed'],
    ['/transactions.csv', 'status=payed'],
    ['/notifications', 'status=failed'],
    ['/notifications.csv', 'status=failed'],
    ['/notifications/resend', 'status=failed'],
    ['/subscriptions', 'status=ended'],
    ['/links', 'status=active'],
  ])('of %s is rejected for %s, which does not exist, instead of showing everything', async (path, query) => {
    const { status, text } = await owner.get(`${path}?q=a%26b&${query}&behind=1&lang=en`);
    expect([status, text.includes('<h1>Invalid filter</h1>')]).toEqual([422, true]);
    const list = path.replace(/\.csv$|\/resend$/, '');
    expect(text).toContain(`href="${list}?q=a%26b&amp;lang=en">Show all products and statuses</a>`);
  });

  it('of a list accepts each of its choices', async () => {
    for (const path of ['/transactions', '/notifications', '/subscriptions', '/links']) {
      const { text } = await owner.get(path);
      for (const [, name = '', options = ''] of text.matchAll(/<select [^>]*name="(product|status)">([^]*?)<\/select>/g))
        for (const [, value = ''] of options.matchAll(/value="([^"]*)"/g)) {
          const { status } = await owner.get(`${path}?${name}=${value}`);
          expect([path, name, value, status]).toEqual([path, name, value, 200]);
        }
    }
  });
});

describe('a form that resends notifications', () => {
  const FORM = { q: '', service: '', status: 'exhausted', type: '', from: '', to: '' };
  const without = (name: string) => new URLSearchParams(Object.entries(FORM).filter(([field]) => field !== name)).toString();

  it.each([
    ...Object.keys(FORM).map((name) => [`the field ${name} is missing`, without(name)]),
    ...Object.keys(FORM).map((name) => [`the field ${name} is there twice`, `${new URLSearchParams(FORM).toString()}&${name}=x`]),
    ['it has no fields', ''],
    ['a day is no date', new URLSearchParams({ ...FORM, from: 'nonsense' }).toString()],
    ['the status does not exist', new URLSearchParams({ ...FORM, status: 'failed' }).toString()],
  ])('is rejected when %s, because it would resend too much', async (_, form) => {
    const resends = () => world.database.query('SELECT count(*)::integer AS count FROM webhook_resend');
    const before = await resends();
    expect([(await owner.post('/notifications/resend', form)).status, await resends()]).toEqual([422, before]);
  });
});

describe('a long list of transactions', () => {
  let busyShop: Shop;
  let reader: PanelBrowser;
  beforeAll(async () => {
    busyShop = await world.createPartnerShop({ silent: true });
    reader = await signInAs(world, { partnerId: busyShop.partnerId, role: 'owner', name: 'Reader' });
    const { id: books } = await world.get(CreateServiceForPayments).run({ partnerId: busyShop.partnerId, name: 'Books' });
    await Promise.all(Array.from({ length: 60 }, (_, index) => busyShop.create({ control: `${index}` })));
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        world.http.post(`/payment/${books}/transactions`, {
          token: busyShop.token,
          body: { amount: 10, control: index === 0 ? '=1+1' : `${index}` },
        }),
      ),
    );
    // Many rows have the same creation time, so pages end between such rows and between products.
    for (const table of ['direct_billing_transaction', 'payment_transaction'])
      await world.asOwner(`ALTER TABLE ${table} DISABLE TRIGGER USER; UPDATE ${table} SET created_at = date_trunc('minute', created_at);
        ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });

  it('has each row once across its pages, and its CSV has the same rows in the same order', async () => {
    const listedIds: string[] = [];
    for (let path = '/transactions'; path !== '';) {
      const { text } = await reader.get(path);
      listedIds.push(...idsOn(text));
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    expect(listedIds).toHaveLength(120);
    expect(new Set(listedIds).size).toBe(120);
    const { text, headers } = await reader.get('/transactions.csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows = parse<Record<string, string>>(text, { columns: true });
    expect(rows.map(({ id }) => id)).toEqual(listedIds);
  });

  it('is downloaded with its filters as CSV without formulas', async () => {
    const rows = parse<Record<string, string>>((await reader.get('/transactions.csv?product=payment')).text, { columns: true });
    expect(rows).toHaveLength(60);
    expect(new Set(rows.map(({ product }) => product))).toEqual(new Set(['payment']));
    expect(rows.filter(({ control }) => control?.startsWith('='))).toEqual([]);
    expect(rows.map(({ control }) => control)).toContain("'=1+1");
  });
});
