import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { panelOf, PANEL_URL } from '../panel/support/panel-world.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
let boundToken: string;
let page: string;
beforeAll(async () => {
  world = await startWorld({ TRUST_PROXY: '127.0.0.1,10.0.0.0/8', KEEP_ALIVE_MS: '120000', PANEL_URL });
  shop = await world.createPartnerShop({ silent: true });
  boundToken = (await shop.newToken({ allowedNetworks: ['203.0.113.7', '2001:db8::/64'] })).token;
  page = new URL((await shop.create({ amount: 5 })).body.data.redirectUrl as string).pathname;
});
afterAll(() => world.stop());

/** What proxies send as `X-Forwarded-For` with the token of a partner whose addresses are 203.0.113.7 and 2001:db8::/64. */
const FORWARDED: [header: string, before: number, now: number][] = [
  ['203.0.113.7', 200, 200],
  ['203.0.113.7:51234', 403, 200],
  ['2001:db8::7', 200, 200],
  ['[2001:db8::7]:443', 403, 200],
  ['[2001:db8::7]', 403, 200],
  ['203.0.113.7:51234, 10.0.0.9:443', 403, 200],
  ['198.51.100.1,203.0.113.7:51234 ,10.0.0.9', 403, 200],
  // A client sends the first address, and the proxy adds the real one.
  ['203.0.113.7:51234, 198.51.100.1:80', 403, 403],
  ['10.0.0.9:443, 198.51.100.1', 403, 403],
  ['198.51.100.1:51234', 403, 403],
  // No address of the list.
  ['203.0.113.7:port', 403, 403],
  ['203.0.113.7:', 403, 403],
  ['[203.0.113.7:51234', 403, 403],
  ['[2001:db8::7]:443:1', 403, 403],
  ['0313.0.0161.07:51234', 403, 403],
  ['unknown:51234', 403, 403],
  [':51234', 403, 403],
  ['', 403, 403],
];

/** Who sends how many KiB of cookies, and the response. */
const COOKIES: [who: string, path: () => string, kilobytes: number, before: string, now: string][] = [
  ['a payer', () => page, 20, '431 as JSON', '200 text/html'],
  ['a payer', () => page, 60, '431 as JSON', '200 text/html'],
  ['a payer’s browser, for the styles', () => styles, 20, '431 as JSON', '200 text/css'],
  ['a developer, for the documentation', () => '/docs', 20, '431 as JSON', '200 text/html'],
  ['a payer', () => page, 70, '431 as JSON', '431 application/json'],
  ['a program', () => `/directbilling/${shop.serviceId}`, 15, '200 as JSON', '200 application/json'],
  ['a program', () => `/directbilling/${shop.serviceId}`, 20, '431 as JSON', '431 application/json'],
];
let styles: string;
const cookiesOf = (kilobytes: number): string =>
  Array.from({ length: kilobytes }, (_, index) => `shop_${String(index).padStart(4, '0')}=${'x'.repeat(1_012)}`).join('; ');
const get = (url: string, headers: Record<string, string>) => fetch(url, { headers, redirect: 'manual' });
const typeOf = (response: Response): string => (response.headers.get('content-type') ?? '').split(';')[0] ?? '';

describe('what proxies and browsers send, before and now', () => {
  it.each(FORWARDED)('X-Forwarded-For: %s', async (header, _, status) => {
    const response = await world.http.get(`/directbilling/${shop.serviceId}`, {
      token: boundToken,
      headers: { 'X-Forwarded-For': header },
    });
    expect([header, response.status]).toEqual([header, status]);
  });

  it.each(COOKIES)('%s with cookies: %# ', async (who, path, kilobytes, _, expected) => {
    styles = /href="([^"]+\.css[^"]*)"/.exec(await (await get(world.http.baseUrl + page, {})).text())?.[1] ?? '';
    const headers = { Cookie: cookiesOf(kilobytes), Authorization: `Bearer ${shop.token}` };
    const response = await get(new URL(path(), world.http.baseUrl).href, headers);
    expect([who, kilobytes, `${response.status} ${typeOf(response)}`]).toEqual([who, kilobytes, expected]);
    if (response.status === 431) expect(await response.json()).toMatchObject({ success: false, errorCode: 'HEADERS_TOO_LARGE' });
  });

  it('the panel takes 20 and 60 KiB of cookies, before 431 without a text', async () => {
    for (const kilobytes of [20, 60]) {
      const response = await get(`http://127.0.0.1:${panelOf(world).port}/sign-in`, { Cookie: cookiesOf(kilobytes) });
      expect([response.status, typeOf(response)]).toEqual([200, 'text/html']);
    }
  });

  it('an idle connection stays open for KEEP_ALIVE_MS, before always for 75 seconds', async () => {
    for (const url of [`${world.http.baseUrl}/healthz`, `http://127.0.0.1:${panelOf(world).port}/sign-in`])
      expect((await get(url, {})).headers.get('keep-alive')).toBe('timeout=120');
  });
});

describe('a request whose headers are too large', () => {
  it('ends the connection, as no body is read', async () => {
    const response = await get(`${world.http.baseUrl}/directbilling/${shop.serviceId}`, { Cookie: cookiesOf(20) });
    expect([response.status, response.headers.get('connection')]).toEqual([431, 'close']);
  });
});
