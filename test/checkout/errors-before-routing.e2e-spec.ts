import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { type Shop } from '../support/shop.js';
import { countStatus, times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

const LIMIT = 20;

describe('a request that is rejected before routing', () => {
  let world: World;
  let shop: Shop;
  let page: string;

  beforeAll(async () => {
    world = await startWorld({ RATE_LIMIT_PER_ADDRESS: String(LIMIT), TRUST_PROXY: '127.0.0.1' });
    shop = await world.createPartnerShop();
    const { body } = await shop.post('/transactions', { amount: 5 });
    page = new URL(body.data.redirectUrl).pathname;
  });
  afterAll(() => world.stop());

  const asPayer = (address: string, path = page, init: RequestInit = {}): Promise<Response> =>
    fetch(world.http.baseUrl + path, { ...init, headers: { 'X-Forwarded-For': address, 'Accept-Language': 'en', ...init.headers } });

  const expectPage = async (response: Response, status: number, title: string): Promise<void> => {
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const document = parse(await response.text());
    expect(document.querySelector('h1')?.text.trim()).toBe(title);
    expect(document.querySelector('main a')?.getAttribute('href')).toBe(page);
  };

  it('gets a page with 429 for too many requests of an IP address', async () => {
    // Concurrent requests, because sequential ones might take longer than the minute of the rate limit on a slow machine.
    expect(countStatus(await Promise.all(times(LIMIT, () => asPayer('198.51.100.7'))), 200)).toBe(LIMIT);
    const response = await asPayer('198.51.100.7');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectPage(response, 429, 'Too many requests');
    expect((await asPayer('198.51.100.8')).status).toBe(200);
  });

  it('gets a page with 413 for a form that is too long', async () => {
    const response = await asPayer('198.51.100.9', `${page}/number`, {
      method: 'POST',
      body: new URLSearchParams({ phone: '5'.repeat(10_000) }),
    });
    await expectPage(response, 413, 'This form could not be read');
  });

  it('gets a page with 404 for a path that cannot be decoded', async () => {
    for (const path of ['/pay/%', '/pay/directbilling/%E0%A4%A', `${page}%/code`]) {
      const response = await asPayer('198.51.100.10', path);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(
        parse(await response.text())
          .querySelector('h1')
          ?.text.trim(),
      ).toBe('Page not found');
    }
  });

  it('gets JSON on partner routes', async () => {
    const { status, body } = await shop.post('/transactions', { description: 'x'.repeat(300_000) });
    expect([status, body]).toEqual([413, { success: false, errorCode: 'PAYLOAD_TOO_LARGE' }]);
  });
});
