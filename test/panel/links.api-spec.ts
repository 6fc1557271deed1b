import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { linkShop, type LinkShop, openLinkPage } from '../links/support/link-shop.js';
import { dateInYears, endOfDay } from '../support/days-ahead.js';
import type { World } from '../support/world.js';
import type { PanelBrowser } from './support/panel-browser.js';
import { readLatestAudit, inviteAndAccept, signInAs, startPanelWorld } from './support/panel-world.js';

let world: World;
let shop: LinkShop;
let owner: PanelBrowser;
beforeAll(async () => {
  world = await startPanelWorld();
  shop = await linkShop(world);
  owner = await signInAs(world, { partnerId: shop.shop.partnerId, role: 'owner' });
});
afterAll(() => world.stop());
beforeEach(() => world.asOwner('DELETE FROM rate_limit'));

const linkForm = (changes: Record<string, string> = {}) => ({ service: shop.serviceId, amount: '49,90', currency: 'PLN', ...changes });
const idIn = (location: string | null | undefined): string => /^\/links\/([0-9a-f-]{36})$/.exec(location ?? '')?.[1] ?? '';

describe('payment links', () => {
  it('are created with a form, shown with URL and QR code, and paid', async () => {
    const before = await readLatestAudit(world);
    const expires = dateInYears(4);
    const created = await owner.post('/links', linkForm({ description: 'Guitar lesson', control: 'lessons', expires, once: 'yes' }));
    const id = idIn(created.location);
    expect([created.status, (await readLatestAudit(world)).count]).toEqual([303, before.count + 1]);
    const { data } = (await shop.get(`/${id}`)).body;
    expect(data).toMatchObject({ amount: 49.9, description: 'Guitar lesson', control: 'lessons', single_use: true });
    expect(data.expires_at).toBe(endOfDay(expires));
    const page = (await owner.get(`/links/${id}`)).text;
    for (const expectedText of [data.url, 'Guitar lesson', 'lessons', `/links/${id}/qr.svg`]) expect(page).toContain(expectedText);
    const picture = await owner.get(`/links/${id}/qr.svg`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/svg+xml')]);
    expect(picture.text).toBe((await openLinkPage(world, `${new URL(data.url as string).pathname}/qr.svg`)).html);
    const { location } = await openLinkPage(world, new URL(data.url as string).pathname, {});
    expect((await owner.get(`/links/${id}`)).text).toContain(`/transactions/${location.replace('/pay/', '')}`);
  });

  it('show the allowed amounts when the payer chooses, and the QR code as inline SVG', async () => {
    for (const [body, message] of [
      [{}, 'the payer chooses, PLN</dd>'],
      [{ minAmount: 5 }, 'from PLN 5.00 to –'],
      [{ minAmount: 5, maxAmount: 9, currency: 'EUR' }, 'the payer chooses, EUR, from EUR 5.00 to EUR 9.00'],
    ] as const) {
      const { status, text } = await owner.get(`/links/${(await shop.createPaymentLink(body)).id}`);
      const plain = text.replaceAll('\u00a0', ' ').replaceAll('€', 'EUR ');
      expect([status, plain]).toEqual([200, expect.stringContaining(message)]);
      expect(plain).toMatch(/<svg width="200" height="200" viewBox="0 0 \d+ \d+"[^>]*>.*<path d="M\d/);
    }
  });

  it.each([
    [{ amount: 'ten' }, 'The amount is invalid'],
    [{ amount: '1.000' }, 'The amount is invalid'], // may be a thousand
    [{ amount: '5', least: '1' }, 'The minimum amount'],
    [{ amount: '', least: '9', most: '5' }, 'The maximum amount'],
    [{ currency: 'XXX' }, 'accepts this currency'],
    [{ description: 'x'.repeat(65) }, 'The description must have at most 64'],
    [{ control: 'x'.repeat(256) }, 'The control must have at most 255'],
    [{ expires: '2020-01-01' }, 'The last day must be today or later'],
  ])('are rejected with %j, and the form keeps the typed values', async (changes, message) => {
    const before = await readLatestAudit(world);
    const { status, text } = await owner.post('/links', linkForm({ description: 'Kept', ...changes }));
    expect([status, text.includes(message)]).toEqual([422, true]);
    if (!('description' in changes)) expect(text).toContain('value="Kept"');
    expect((await readLatestAudit(world)).count).toBe(before.count);
  });

  it('are filtered by service, status and control, and the next page begins after the last row', async () => {
    const ownShop = await linkShop(world, { shop: shop.shop });
    const [first, second] = [
      await ownShop.createPaymentLink({ amount: 1, control: 'one' }),
      await ownShop.createPaymentLink({ amount: 2 }),
    ];
    const listedLinks = async (query: string): Promise<boolean[]> => {
      const { text } = await owner.get(`/links?service=${ownShop.serviceId}${query}`);
      return [first, second].map(({ id }) => text.includes(`href="/links/${id}"`));
    };
    expect(await listedLinks('')).toEqual([true, true]);
    expect(await listedLinks('&control=one')).toEqual([true, false]);
    expect(await listedLinks('&status=link_disabled')).toEqual([false, false]);
    const [row] = await world.database.query('SELECT created_at AS at FROM payment_link WHERE id = $1', [second.id]);
    expect(await listedLinks(`&behind=${(row.at as Date).getTime()}.${second.id}`)).toEqual([true, false]);
  });

  it('are disabled only with a confirmation, and once', async () => {
    const { id } = await shop.createPaymentLink();
    const before = await readLatestAudit(world);
    expect((await owner.post(`/links/${id}/disable`, {})).status).toBe(422);
    expect((await owner.post(`/links/${id}/disable`, { confirmed: 'yes' })).location).toBe(`/links/${id}`);
    expect((await owner.post(`/links/${id}/disable`, { confirmed: 'yes' })).status).toBe(422);
    expect((await readLatestAudit(world)).count).toBe(before.count + 1);
    expect((await shop.get(`/${id}`)).body.data.closed).toBe('disabled');
  });

  it('cannot be seen, created or disabled for another partner or a service without access', async () => {
    const { id } = await shop.createPaymentLink();
    const { partnerId } = shop.shop;
    const sibling = await linkShop(world, { shop: shop.shop });
    for (const stranger of [
      await signInAs(world, { partnerId: (await world.createPartnerShop({ silent: true })).partnerId, role: 'owner' }),
      (await inviteAndAccept(world, { email: 'limited@shop.example', partnerId, role: 'developer', serviceIds: [sibling.serviceId] }))
        .browser,
    ]) {
      for (const path of ['/links', `/links?service=${shop.serviceId}`]) expect((await stranger.get(path)).text).not.toContain(id);
      for (const path of [`/links/${id}`, `/links/${id}/qr.svg`]) expect((await stranger.get(path)).status).toBe(404);
      expect((await stranger.post(`/links/${id}/disable`, { confirmed: 'yes' })).status).toBe(404);
      expect((await stranger.post('/links', linkForm())).status).toBe(404);
    }
    expect((await shop.get(`/${id}`)).body.data.closed).toBeNull();
  });

  it('can be seen but not changed by a viewer', async () => {
    const { id } = await shop.createPaymentLink();
    const viewer = await signInAs(world, { partnerId: shop.shop.partnerId, role: 'viewer' });
    const { status, text } = await viewer.get(`/links/${id}`);
    expect([status, text.includes('/disable')]).toEqual([200, false]);
    expect((await viewer.get('/links')).text).not.toContain('/links/new');
    expect((await viewer.post(`/links/${id}/disable`, { confirmed: 'yes' })).status).toBe(403);
    expect((await viewer.get('/links/new')).status).toBe(403);
  });
});
