import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { CreatePayoutService } from '../../src/platform/ledger/manual/create-payout.service.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createAndPay } from '../support/paid-payment.js';
import type { Shop } from '../support/shop.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { signInAs, startPanelWorld } from './support/panel-world.js';

let world: World;
let shop: Shop;
let foreign: Shop;
let finance: PanelBrowser;
let staff: PanelBrowser;
let paidId: string;
beforeAll(async () => {
  world = await startPanelWorld();
  [shop, foreign] = [await world.createPartnerShop({ silent: true }), await world.createPartnerShop({ silent: true })];
  const { id: serviceId } = await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books' });
  const buyer = { http: world.http, token: shop.token, serviceId };
  paidId = await createAndPay(buyer, 50);
  await createAndPay(buyer, 30);
  await world.http.post(`/payment/${serviceId}/transactions/${paidId}/refunds`, { token: shop.token, body: { amount: 20 } });
  const payout = { partnerId: shop.partnerId, currency: 'PLN', amountMinor: 10_00, test: true, author: 'Anna', althoughBlocked: false };
  await world.get(CreatePayoutService).run({ ...payout, reference: 'TR-7' });
  finance = await signInAs(world, { partnerId: shop.partnerId, role: 'finance' });
  staff = await signInAs(world, { partnerId: null, role: 'finance' });
});
afterAll(() => world.stop());

const textOf = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const rowsOf = async (path: string, browser = finance) => parse<Record<string, string>>((await browser.get(path)).text, { columns: true });
/** The amount of a wallet part on the page, such as `PLN 12.30`, in grosz. */
const minorOn = (page: string, part: string): number =>
  Number(new RegExp(`${part} [^<]*?PLN [−0-9.,]+ PLN ([−0-9.,]+)`).exec(textOf(page))?.[1]?.replace('−', '-').replace(/[.,]/g, ''));

describe('the wallet screen', () => {
  it('shows balances that equal the sums of the entries, of the statement and of the API', async () => {
    const page = (await finance.get('/wallet')).text;
    const rows = await rowsOf('/wallet.csv');
    const { body } = await world.http.get('/wallet', { token: shop.token });
    const names = { pending: 'Pending', available: 'Available', reserved: 'Reserved', owed: 'Owed' } as const;
    const month = /<option>(\d{4}-\d{2})<\/option>/.exec(page)?.[1] ?? '';
    const statement = await rowsOf(`/statement.csv?month=${month}`);
    for (const [part, name] of Object.entries(names)) {
      const sum = rows.filter((row) => row['part'] === part).reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
      expect([part, Math.abs(sum)]).toEqual([part, Math.abs(minorOn(page, name))]);
      expect([part, Math.round(body.data.test[part] * 100)]).toEqual([part, minorOn(page, name)]);
      const closing = statement.find(({ account, line, test }) => account === `partner:${part}` && line === 'closing' && test === 'true');
      if (closing) expect([part, Math.round(Number(closing['balance']) * 100)]).toEqual([part, sum]);
    }
    expect(statement.filter(({ line }) => line === 'closing').length).toBeGreaterThan(0);
    expect(rows.length).toBeGreaterThan(4);
    expect(page).toContain(`href="/transactions/${paidId}"`);
    expect(textOf(page)).toContain('TR-7 test PLN 10.00');
  });

  it('lists the entries of the chosen days, each once across the pages and in the same order as in the CSV', async () => {
    const partner = await world.createPartnerShop({ silent: true });
    const owner = await signInAs(world, { partnerId: partner.partnerId, role: 'owner' });
    const { id: serviceId } = await world.get(CreateServiceForPayments).run({ partnerId: partner.partnerId, name: 'Books' });
    for (let count = 0; count < 51; count += 1) await createAndPay({ http: world.http, token: partner.token, serviceId }, 1);
    let listedCount = 0;
    const pages: number[] = [];
    for (let path = '/wallet'; path !== '';) {
      const { text } = await owner.get(path);
      const [, movements = ''] = text.split('Movements</h2>');
      pages.push((movements.split('Statements</h2>')[0]?.match(/<tr>/g)?.length ?? 1) - 1);
      listedCount += pages.at(-1) ?? 0;
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    const rows = await rowsOf('/wallet.csv', owner);
    expect(pages[0]).toBe(50);
    expect(listedCount).toBe(rows.length);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(await rowsOf('/wallet.csv?from=2001-01-01&to=2001-12-31', owner)).toEqual([]);
    const emptyPage = (await owner.get('/wallet?from=2001-01-01&to=2001-12-31')).text;
    expect(textOf(emptyPage)).toContain('There are no movements in this period.');
    expect(emptyPage).toContain('value="2001-12-31"');
  });

  it('sends the same statement as the API', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const fromPanel = await finance.get(`/statement.csv?month=${month}`);
    const fromApi = await world.http.get(`/statements/${month}`, { token: shop.token });
    expect(fromPanel.text).toBe(fromApi.text);
    expect((await finance.get('/statement.csv?month=x')).location).toBe('/wallet');
  });

  it('shows a partner’s people their own wallet, although the URL names another partner', async () => {
    const ownPage = (await finance.get(`/wallet?partner=${foreign.partnerId}`)).text;
    expect(ownPage).toContain(paidId);
    // The language switch contains the requested URL, including the id of the other partner.
    expect(ownPage.replace(/<nav class="languages"[\s\S]*?<\/nav>/, '')).not.toContain(foreign.partnerId);
    const stranger = await signInAs(world, { partnerId: foreign.partnerId, role: 'owner' });
    for (const path of ['/wallet', '/wallet.csv', `/statement.csv?month=${new Date().toISOString().slice(0, 7)}`])
      expect((await stranger.get(`${path}${path.includes('?') ? '&' : '?'}partner=${shop.partnerId}`)).text).not.toContain(paidId);
  });

  it('is hidden from people who are limited to some services', async () => {
    const limited = await signInAs(world, { partnerId: shop.partnerId, role: 'owner', name: 'Limited' });
    await world.asOwner(
      'UPDATE panel_membership SET service_ids = $2 WHERE id = (SELECT membership_id FROM panel_session WHERE token_hash = sha256($1))',
      [Buffer.from(limited.cookie.split('=')[1] ?? ''), [shop.serviceId]],
    );
    for (const path of ['/wallet', '/wallet.csv', '/statement.csv?month=2026-11']) expect((await limited.get(path)).status).toBe(403);
    expect((await limited.get('/transactions')).text).not.toContain('href="/wallet"');
  });

  it('shows staff the wallet of the partner that they choose', async () => {
    const withoutPartner = (await staff.get('/wallet')).text;
    expect(withoutPartner).toContain(`<option value="${shop.partnerId}">`);
    expect(withoutPartner).toContain('Choose a partner');
    const withPartner = (await staff.get(`/wallet?partner=${shop.partnerId}`)).text;
    expect(withPartner).toContain(`href="/transactions/${paidId}"`);
    expect(withPartner).toContain(`name="partner" value="${shop.partnerId}"`);
    expect((await rowsOf(`/wallet.csv?partner=${shop.partnerId}`, staff)).length).toBeGreaterThan(4);
    expect((await staff.get('/wallet.csv')).location).toBe('/wallet');
  });
});
