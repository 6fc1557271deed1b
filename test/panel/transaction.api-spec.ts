import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createSmsShop, GATEWAY_SECRET } from '../sms/sms-shop.js';
import { createAndPay } from '../support/paid-payment.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { readLatestAudit, signInAs, startPanelWorld } from './support/panel-world.js';

const SAME_PAYER = { customer: { email: 'jan.kowalski@example.test' }, control: 'order-9' };

let world: World;
let shop: Shop;
let books: string;
let owner: PanelBrowser;
let support: PanelBrowser;
let viewer: PanelBrowser;
beforeAll(async () => {
  world = await startPanelWorld({ ROLE: 'all', SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await world.createPartnerShop();
  shop.receiver.setResponses({ status: 500, body: '<script>alert(1)</script> no database' });
  const notifyUrl = `${shop.receiver.url}/notify`;
  ({ id: books } = await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books', notifyUrl }));
  owner = await signInAs(world, { partnerId: shop.partnerId, role: 'owner' });
  support = await signInAs(world, { partnerId: shop.partnerId, role: 'support' });
  viewer = await signInAs(world, { partnerId: shop.partnerId, role: 'viewer' });
});
afterAll(() => world.stop());

const createPaid = (amount: number, more: object = {}): Promise<string> =>
  createAndPay({ http: world.http, token: shop.token, serviceId: books }, amount, more);

/** Creates a payment, and pays it by card on the simulated acquirer's page. @returns the payment's id. */
async function paidByCard(body: object): Promise<string> {
  const path = `/payment/${books}/transactions`;
  const id = (await world.http.post(path, { token: shop.token, body })).body.data.transactionId as string;
  await postForm(`${world.http.baseUrl}/pay/${id}/method`, { channel: 'card' });
  const redirectPage = await (await fetch(`${world.http.baseUrl}/pay/${id}/away`)).text();
  const page = /\/acquirer\/pay\/[^"]+/.exec(redirectPage)?.[0];
  await postForm(`${world.sandbox?.url}${page}`, { number: '5555555555554444', expiry: '12/40', cvc: '123' });
  await world.sandbox?.deliverCallbacks('all');
  expect((await world.http.get(`${path}/${id}`, { token: shop.token })).body.data.status).toBe('transaction_paid');
  return id;
}

const postForm = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });

/** The text of a page without tags. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');
const read = async (id: string, browser = owner, query = ''): Promise<string> => (await browser.get(`/transactions/${id}${query}`)).text;

describe('the page of a payment', () => {
  it('shows its history from the API call to the notifications, and the payer’s page in both languages', async () => {
    const id = await createPaid(45.5, { control: 'order-1', description: 'A book' });
    await until(
      async () => textOf(await read(id)),
      (text) => text.includes('responded 500'),
    );
    const page = await read(id);
    const text = textOf(page);
    expect(text).toContain('The payment was created: PLN 45.50');
    expect(text).toContain('The payer started to pay with BLIK.');
    expect(text).toContain('The payment is paid.');
    expect(text).toContain('payment paid available +PLN');
    expect(text).toContain('Thank you. Your payment to Test Shop has been made.');
    expect(text).toMatch(/Dziękujemy/);
    expect(text).toContain('Paid, but the partner’s program has not acknowledged the notification.');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; no database');
    expect(page).not.toContain('<script>alert');
    expect(text).not.toContain('platform:');
    expect(textOf(await read(id, owner, '?lang=pl'))).toContain('Program partnera utworzył płatność przez API: 45,50 zł.');
  });

  it('shows why the acquirer declined', async () => {
    const path = `/payment/${books}/transactions`;
    const { body } = await world.http.post(path, { token: shop.token, body: { amount: 96 } });
    const id = body.data.transactionId as string;
    const form = new URLSearchParams({ channel: 'blik', code: '777123' });
    await fetch(`${world.http.baseUrl}/pay/${id}/method`, { method: 'POST', redirect: 'manual', body: form });
    await until(
      async () => textOf(await read(id)),
      (text) => text.includes('(LIMIT_EXCEEDED'),
    );
    expect(textOf(await read(id))).toContain('the amount is above the payer’s limit');
  });

  it('needs the same number of SQL statements for a short and a long history', async () => {
    const [quiet, busy] = [await createPaid(30), await createPaid(31)];
    for (const known of ['0', '1', '2']) await refund(busy, { amount: '0.50', known });
    await until(
      () => refundsOf(busy),
      (refunds) => refunds.length === 3,
    );
    expect(await countStatements(() => read(busy))).toBeLessThanOrEqual(await countStatements(() => read(quiet)));
  });
});

/** The number of SQL statements that a call runs for the page. */
async function countStatements(call: () => Promise<string>): Promise<number> {
  const query = jest.spyOn(pg.Client.prototype as { query: (statement: string | { text: string }) => unknown }, 'query');
  try {
    await call();
    const texts = query.mock.calls.map(([statement]) => (typeof statement === 'string' ? statement : statement.text));
    // Workers run statements at the same time. These tables are read only for the page, except by the task that expires aliases.
    const pageTables = /state_history|payment_code|ledger_posting|webhook_attempt|payment_alias/;
    return texts.filter((text) => /^\s*SELECT/.test(text) && pageTables.test(text) && !/expires_at <= \$1/.test(text)).length;
  } finally {
    query.mockRestore();
  }
}

describe('the page of a transaction of another product', () => {
  it('shows the history of a DirectBilling transaction', async () => {
    const id = (await shop.create({ control: 'order-2', phoneNumber: '500600700' })).body.data.transactionId as string;
    const text = textOf(await read(id));
    expect(text).toContain('The transaction was created through the API: PLN 12.30');
    expect(text).toContain('The payer can still pay on the page.');
    expect(text).toContain('Pay with your phone bill');
    expect(text).toContain('+48 500 600 700');
    expect(textOf(await read(id, viewer))).toContain('+48 500 ••• 700');
  });

  it('shows the history of an SMS, with its code only for people who may see payers', async () => {
    const sms = await createSmsShop(world, { partnerId: shop.partnerId });
    const code = await sms.buyCode();
    const [{ id }] = (await sms.get('/transactions')).body.data;
    expect(textOf(await read(id))).toContain('The code has not been used yet.');
    expect(await read(id)).toContain(code);
    expect(await read(id, viewer)).not.toContain(code);
  });
});

describe('a transaction that the person may not see', () => {
  it('is not found', async () => {
    const id = await createPaid(10);
    const other = await world.createPartnerShop({ silent: true });
    const stranger = await signInAs(world, { partnerId: other.partnerId, role: 'owner' });
    const limited = await signInAs(world, { partnerId: shop.partnerId, role: 'owner', name: 'Limited' });
    await world.asOwner(
      'UPDATE panel_membership SET service_ids = $2 WHERE id = (SELECT membership_id FROM panel_session WHERE token_hash = sha256($1))',
      [Buffer.from(limited.cookie.split('=')[1] ?? ''), [shop.serviceId]],
    );
    const directBillingId = (await shop.create()).body.data.transactionId as string;
    const sms = await createSmsShop(world, { partnerId: shop.partnerId });
    await sms.buyCode();
    const [{ id: smsId }] = (await sms.get('/transactions')).body.data;
    for (const transactionId of [id, directBillingId, smsId])
      expect((await stranger.get(`/transactions/${transactionId}`)).status).toBe(404);
    expect((await limited.get(`/transactions/${directBillingId}`)).status).toBe(200);
    for (const transactionId of [id, smsId]) expect((await limited.get(`/transactions/${transactionId}`)).status).toBe(404);
    for (const invalidId of ['0', '9999999', 'x', '%00', '99999999999999999999', '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'])
      expect((await owner.get(`/transactions/${invalidId}`)).status).toBe(404);
    const staff = await signInAs(world, { partnerId: null, role: 'support' });
    expect(textOf(await read(id, staff))).toContain('platform:');
  });
});

const numberOf = async (id: string): Promise<string> => {
  const [row] = await world.database.query<{ number: string }[]>(
    'SELECT payer_transaction_id AS number FROM payment_transaction WHERE id = $1',
    [id],
  );
  return row?.number ?? '';
};
const refund = async (id: string, fields: Record<string, string> = {}, browser = owner) =>
  browser.post(`/transactions/${id}/refunds`, { amount: '5', reason: 'Order 7', confirm: await numberOf(id), known: '0', ...fields });
const refundsOf = (id: string): Promise<{ amount_minor: string }[]> =>
  world.database.query('SELECT amount_minor FROM payment_refund WHERE transaction_id = $1', [id]);

describe('a refund', () => {
  it('shows the refundable and the available amount, and is created once, with person and reason in the audit', async () => {
    const id = await createPaid(60);
    await createPaid(60);
    const form = await read(id);
    expect(textOf(form)).toMatch(/Refundable amount: PLN 60\.00 · Available in the wallet: PLN \d/);
    expect(form).toContain('name="amount" inputmode="decimal" required maxlength="12" value="60.00"');
    const before = await readLatestAudit(world);
    const responses = await Promise.all([refund(id, { amount: '12,50' }), refund(id, { amount: '12,50' })]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    expect(await refundsOf(id)).toEqual([{ amount_minor: '1250' }]);
    const { count, latest } = await readLatestAudit(world);
    expect([count, latest?.action]).toEqual([before.count + 1, 'refund.create']);
    expect(latest?.author).toContain('Test owner (');
    const [row] = await world.database.query<{ reason: string }[]>(
      "SELECT reason FROM audit_entry WHERE action = 'refund.create' ORDER BY at DESC",
    );
    expect(row?.reason).toBe('Order 7');
    const rejected = responses.find(({ status }) => status === 422);
    expect(textOf(rejected?.text ?? '')).toContain('Nothing more was refunded');
    expect(textOf(await read(id))).toContain('Refundable amount: PLN 47.50');
  });

  it.each([
    ['a malformed amount', { amount: 'all' }, 'Enter a valid amount'],
    ['what may be a thousand', { amount: '1,000' }, 'Enter a valid amount'],
    ['the amount 0', { amount: '0' }, 'Enter a valid amount'],
    ['more than the refundable amount', { amount: '60.01' }, 'The amount is higher than the refundable amount'],
    ['the number of another payment', { confirm: 'ABCDEFGH' }, 'does not match the payment’s number'],
    ['no reason', { reason: '' }, 'Enter a reason'],
    ['a reason that names the payer', { reason: 'jan@example.test asked' }, 'Enter a reason'],
    ['a missing number of known refunds', { known: '' }, 'Another refund'],
  ] as [string, Record<string, string>, string][])(
    'is rejected with %s, and the form keeps the typed values',
    async (_, fields, message) => {
      const id = await createPaid(60);
      const before = await readLatestAudit(world);
      const response = await refund(id, fields);
      expect(response.status).toBe(422);
      expect(textOf(response.text)).toContain(message);
      expect(response.text).toContain(`value="${fields['amount'] ?? '5'}"`);
      expect(await refundsOf(id)).toEqual([]);
      expect((await readLatestAudit(world)).count).toBe(before.count);
    },
  );

  it('is rejected when the wallet balance is too low', async () => {
    const partnerWithoutBalance = await world.createPartnerShop({ silent: true });
    const { id: service } = await world.get(CreateServiceForPayments).run({ partnerId: partnerWithoutBalance.partnerId, name: 'Books' });
    const id = await createAndPay({ http: world.http, token: partnerWithoutBalance.token, serviceId: service }, 10);
    const finance = await signInAs(world, { partnerId: partnerWithoutBalance.partnerId, role: 'finance' });
    const response = await refund(id, { amount: '10' }, finance);
    expect(textOf(response.text)).toContain('The available wallet balance is lower than the refund.');
    expect(await refundsOf(id)).toEqual([]);
  });

  it('requires a recent sign-in above the limit, also when it is split into smaller refunds', async () => {
    const id = await createPaid(700);
    await createPaid(100);
    const ageSessions =
      "UPDATE panel_session SET began_at = began_at - interval '6 minutes', authenticated_at = authenticated_at - interval '6 minutes'";
    await world.asOwner(ageSessions);
    const response = await refund(id, { amount: '500.01' });
    expect([response.status, response.location]).toEqual([303, expect.stringMatching(/^\/prove\?/)]);
    expect((await refund(id, { amount: '300' })).location).toBe(`/transactions/${id}`);
    expect((await refund(id, { amount: '200.01', known: '1' })).location).toMatch(/^\/prove\?/);
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it('is not offered to people who may not create it', async () => {
    const id = await createPaid(15);
    expect(await read(id, support)).not.toContain('/refunds');
    expect((await refund(id, {}, support)).status).toBe(403);
  });
});

describe('a payer who paid twice', () => {
  it('is found by e-mail or amount, and the page names the other payment and advises what to do', async () => {
    shop.receiver.setResponses({ status: 200, body: 'OK' });
    const [first, second] = [await createPaid(123.45, SAME_PAYER), await createPaid(123.45, SAME_PAYER)];
    await world.http.post(`/payment/${books}/transactions`, { token: shop.token, body: { amount: 123.45, ...SAME_PAYER } });
    for (const query of ['q=Jan.Kowalski@example.test&status=transaction_paid', 'q=123,45&status=transaction_paid']) {
      const list = (await support.get(`/transactions?${query}`)).text;
      for (const id of [first, second]) expect(list).toContain(`href="/transactions/${id}"`);
    }
    const page = await read(second, support);
    expect(textOf(page)).toContain('This payer paid the same amount more than once');
    expect(textOf(page)).toContain('a person with the role finance or owner can refund the later payment');
    expect(page).toContain(`href="/transactions/${first}"`);
    expect(page.match(/href="\/transactions\/[0-9a-f-]{36}"/g)).toHaveLength(1);
    expect(textOf(await read(first))).toContain('If there was only one order, refund the later payment on its own page.');
    expect((await refund(second, { amount: '100' })).location).toBe(`/transactions/${second}`);
    expect(textOf(await read(second, support))).toContain('A refund is in progress.');
  });

  it('is not assumed for the same amount in another currency', async () => {
    const samePayer = { customer: { email: 'two.currencies@example.test' } };
    const [zloty, euro] = [await createPaid(61.61, samePayer), await paidByCard({ amount: 61.61, currency: 'EUR', ...samePayer })];
    for (const id of [zloty, euro]) {
      const page = textOf(await read(id));
      expect(page).toContain('Paid');
      expect(page).not.toContain('Same payer and amount');
    }
  });
});
