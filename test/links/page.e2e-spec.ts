import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BlockPartnerService } from '../../src/platform/partners/block-partner.service.js';
import { PayLinkService } from '../../src/products/payments/links/pay-link.service.js';
import { PayerLinkQuery } from '../../src/products/payments/links/payer-link.query.js';
import { LOCALES } from '../../src/common/locale.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { type LinkShop, linkShop, openLinkPage, paymentsOf, payWithBlik } from './support/link-shop.js';

let world: World;
let shop: LinkShop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await linkShop(world);
});
afterAll(() => world.stop());

describe('a payer without scripts', () => {
  it('can pay at the link, and the partner gets a signed notification with its control', async () => {
    const { id, path } = await shop.createPaymentLink({ amount: 49.9, description: 'Guitar lesson', control: 'lesson-7' });
    const page = await openLinkPage(world, path);
    expect(page.status).toBe(200);
    expect(page.html).toContain('Guitar lesson');
    expect(page.html).toContain('PLN 49.90');
    const started = await openLinkPage(world, path, {});
    expect([started.status, started.location]).toEqual([303, expect.stringMatching(/^\/pay\/[0-9a-f-]{36}$/)]);
    expect((await openLinkPage(world, started.location)).html).toContain('Guitar lesson');
    await payWithBlik(world, started.location);
    const [payment] = await paymentsOf(world, id);
    expect(payment).toMatchObject({ status: 'transaction_paid', control: 'lesson-7' });

    const { webhookSecrets } = await shop.keys();
    const notifications = await until(
      () => shop.shop.receiver.requests.filter(({ body }) => body.includes(payment?.id ?? '?') && body.includes('transaction_paid')),
      ({ length }) => length > 0,
    );
    const [request] = notifications;
    expect(JSON.parse(request?.body ?? '{}').data).toMatchObject({ control: 'lesson-7', amount: { final_value: '49.90' } });
    const { 'webhook-id': event, 'webhook-timestamp': time, 'webhook-signature': signature } = request?.headers ?? {};
    const expected = createHmac('sha256', webhookSecrets[0] ?? '').update(`${String(event)}.${String(time)}.${request?.body}`);
    expect(signature).toBe(`v1,${expected.digest('base64')}`);
    expect((await shop.get(`/${id}`)).body.data).toMatchObject({ closed: null, payments: [{ id: payment?.id, amount: 49.9 }] });
  });

  it('creates a payment with each sent form, and no payment by opening the page', async () => {
    const { id, path } = await shop.createPaymentLink();
    for (let visit = 0; visit < 3; visit += 1) await openLinkPage(world, path);
    await fetch(world.http.baseUrl + path, { method: 'HEAD' });
    expect(await paymentsOf(world, id)).toEqual([]);
    const responses = [await openLinkPage(world, path, {}), await openLinkPage(world, path, {})];
    expect(new Set(responses.map(({ location }) => location)).size).toBe(2);
    expect(await paymentsOf(world, id)).toHaveLength(2);
  });

  it.each([
    ['', 'Enter the amount.'],
    ['ten', 'Enter the amount in digits, such as 49.90.'],
    ['-5', 'Enter the amount in digits, such as 49.90.'],
    ['5.123', 'Enter the amount in digits, such as 49.90.'],
    ['1.000', 'Enter the amount in digits, such as 49.90.'], // may be a thousand
    ['1,000', 'Enter the amount in digits, such as 49.90.'],
    ['1e3', 'Enter the amount in digits, such as 49.90.'],
    ['4,99', 'Enter an amount from PLN 5.00 to PLN 1,200.50.'],
    ['1200.51', 'Enter an amount from PLN 5.00 to PLN 1,200.50.'],
  ])('gets an error for the chosen amount %j', async (amount, message) => {
    const { id, path } = await shop.createPaymentLink({ minAmount: 5, maxAmount: 1200.5 });
    const { status, html } = await openLinkPage(world, path, { amount });
    expect([status, html.includes(message)]).toEqual([422, true]);
    expect(html).toMatch(/<title>Error: /);
    expect(await paymentsOf(world, id)).toEqual([]);
  });

  it.each([
    ['5', 500],
    ['1 200,50', 120_050],
    ['1200.5', 120_050],
    ['1200.500000', 120_050],
  ])('can choose the amount %j', async (amount, minor) => {
    const { id, path } = await shop.createPaymentLink({ minAmount: 5, maxAmount: 1200.5 });
    expect((await openLinkPage(world, path, { amount })).status).toBe(303);
    const [row] = await world.database.query('SELECT amount_minor AS minor FROM payment_transaction WHERE link_id = $1', [id]);
    expect(Number(row.minor)).toBe(minor);
  });

  it('cannot change the amount of a link, and the database rejects a payment with another amount', async () => {
    const { id, path } = await shop.createPaymentLink({ amount: 20 });
    await openLinkPage(world, path, { amount: '1' });
    const [row] = await world.database.query('SELECT amount_minor AS minor FROM payment_transaction WHERE link_id = $1', [id]);
    expect(Number(row.minor)).toBe(2000);
    await expect(
      world.asOwner(
        'INSERT INTO payment_transaction SELECT (jsonb_populate_record(t, $2)).* FROM payment_transaction t WHERE link_id = $1',
        [id, JSON.stringify({ id: '018f4e9a-0000-4000-8000-000000000009', payer_transaction_id: 'ZZZZZZZZ', amount_minor: 1 })],
      ),
    ).rejects.toThrow(/do not match the payment/);
  });
});

describe('a link that cannot be paid', () => {
  it('gets a 404 page when its token is unknown or malformed', async () => {
    for (const token of ['x'.repeat(43), 'x', '..%2f', '%00', 'a'.repeat(2000)]) {
      const { status, html } = await openLinkPage(world, `/pay/link/${token}`);
      expect([status, html.includes('<h1')]).toEqual([404, true]);
    }
    expect((await openLinkPage(world, `/pay/link/${'x'.repeat(43)}/qr.svg`)).status).toBe(404);
    expect((await openLinkPage(world, `/pay/link/${'x'.repeat(43)}`, {})).status).toBe(404);
  });

  it('shows in each language with 410 that it was disabled or has expired', async () => {
    const disabled = await shop.createPaymentLink();
    await shop.disable(disabled.id);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const expiring = await shop.createPaymentLink({ amount: 5, expiresAt });
    expect((await openLinkPage(world, expiring.path)).status).toBe(200);
    await world.moveTimeForward({ hours: 2 });
    for (const { id, path } of [disabled, expiring]) {
      const headings = new Set<string>();
      for (const locale of LOCALES) {
        const { status, html } = await openLinkPage(world, `${path}?lang=${locale}`);
        expect([status, html.includes(`<html lang="${locale}"`), html.includes('<form')]).toEqual([410, true, false]);
        headings.add(/<h1[^>]*>([^<]+)/.exec(html)?.[1] ?? '');
      }
      expect(headings.size).toBe(LOCALES.length);
      expect((await openLinkPage(world, path, {})).status).toBe(410);
      expect(await paymentsOf(world, id)).toEqual([]);
    }
    expect((await shop.get(`/${expiring.id}`)).body.data).toMatchObject({ status: 'link_active', closed: 'expired' });
  });

  it('cannot get a payment in the database after its end', async () => {
    const { id } = await shop.createPaymentLink({ amount: 5 });
    await shop.disable(id);
    await expect(
      world.asOwner(
        `INSERT INTO payment_transaction (id, service_id, payer_transaction_id, status, amount_minor, currency, pln_minor, pln_rate, offered_channels, expires_at, due_at, created_at,
           updated_at, link_id) VALUES (gen_random_uuid(), $1, 'QQQQQQQQ', 'transaction_new', 500, 'PLN', 500, 1, '[]', now(), now(), now(), now(), $2)`,
        [shop.serviceId, id],
      ),
    ).rejects.toThrow(/has ended/);
  });

  it('does not lead to another payer’s payment when it ends after the page was opened', async () => {
    const { id, path } = await shop.createPaymentLink({ amount: 5 });
    const [token = ''] = path.split('/').slice(-1);
    const openedLink = await world.get(PayerLinkQuery).run(token);
    expect((await openLinkPage(world, path, {})).status).toBe(303);
    await shop.disable(id);
    expect(await world.get(PayLinkService).run(openedLink!, 500)).toEqual({ ok: false, problem: 'ended' });
    expect(await paymentsOf(world, id)).toHaveLength(1);
  });

  it('creates no payment while its partner is blocked', async () => {
    const blockedShop = await linkShop(world);
    const { id, path } = await blockedShop.createPaymentLink();
    await world.get(BlockPartnerService).block(blockedShop.shop.partnerId, 'x');
    expect((await openLinkPage(world, path)).html).toContain('This shop does not accept payments at the moment');
    expect((await openLinkPage(world, path, {})).status).toBe(200);
    expect(await paymentsOf(world, id)).toEqual([]);
  });
});

describe('the QR code of a link', () => {
  it('is an SVG picture without styles and scripts', async () => {
    const { path } = await shop.createPaymentLink();
    const { status, html, headers } = await openLinkPage(world, `${path}/qr.svg`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(html).toMatch(/^<svg xmlns/);
    expect(html).not.toMatch(/style|<script/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
