import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { EVERY_PAGE } from './support/every-page.js';
import { getPage } from './support/page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout();
});
afterAll(() => checkout.close());
beforeEach(() => checkout.payment.reset());

const LIMIT_BYTES = 50 * 1024;

describe.each(EVERY_PAGE)('the page "$name"', ({ open }) => {
  it.each(['pl', 'en'])('prints no missing value in %s and forbids what a page does not need', async (language) => {
    const { html, headers } = await open(checkout, { 'accept-language': language });
    expect(html).not.toMatch(/undefined|\[object|NaN|>null</);
    expect(html).not.toMatch(/<style|style="|onclick|javascript:|<script(?![^>]*src=)/);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';style-src 'self';script-src 'self';img-src 'self';connect-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none'",
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('vary')).toContain('Accept-Language');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('stays under 50 KB with all it loads, and loads from its own origin only', async () => {
    const { html, document } = await open(checkout, {});
    const urls = [...document.querySelectorAll('link[href]'), ...document.querySelectorAll('[src]')].map(
      (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '',
    );
    expect(urls.every((url) => /^\/assets\/[\w-]+\.[0-9a-f]{12}\.(css|js|svg)$/.test(url))).toBe(true);
    const sizes = await Promise.all(
      [...new Set(urls)].map(async (url) => (await (await fetch(checkout.origin + url)).arrayBuffer()).byteLength),
    );
    expect(sizes.reduce((sum, size) => sum + size, Buffer.byteLength(html))).toBeLessThan(LIMIT_BYTES);
  });
});

describe('what partners and payers write', () => {
  const EVIL = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&lt;`;

  it.each(EVERY_PAGE)('stays text on the page "$name"', async ({ open }) => {
    const { document, html } = await open(
      checkout,
      {},
      {
        sellerName: EVIL,
        serviceName: EVIL,
        description: EVIL,
        successUrl: `https://shop.example/?q=${EVIL}`,
        failureUrl: `https://shop.example/?q=${EVIL}`,
      },
    );
    expect(document.querySelectorAll('script').every((script) => script.getAttribute('src')?.startsWith('/assets/'))).toBe(true);
    expect(html).not.toContain('<img src=x');
    expect(document.querySelectorAll('[onerror]')).toEqual([]);
  });

  it('leads nowhere but to http and https', async () => {
    checkout.payment.setCodeStage({ stage: 'paid', successUrl: 'javascript:alert(1)' });
    const { html } = await getPage(checkout.pageUrl);
    expect(html).not.toContain('javascript:');
  });
});

describe('assets', () => {
  it('are cached for a year under the hash of their content', async () => {
    const { document } = await getPage(checkout.pageUrl);
    const answer = await fetch(checkout.origin + (document.querySelector('link[rel=stylesheet]')?.getAttribute('href') ?? ''));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('are served under an older hash too, but not kept', async () => {
    const answer = await fetch(`${checkout.origin}/assets/pages.000000000000.css`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it.each(['pages.css', 'none.000000000000.css', '..%2f..%2fpackage.json', 'choose.000000000000.eta'])(
    'are nothing else: %s',
    async (name) => {
      expect((await fetch(`${checkout.origin}/assets/${name}`)).status).toBe(404);
    },
  );
});

describe('behind https and a path', () => {
  it('asks for https in future and keeps the path before every link', async () => {
    const secure = await startCheckout({ SANDBOX: 'off', PUBLIC_URL: 'https://pay.example/gateway' });
    try {
      const { headers, document } = await getPage(secure.pageUrl);
      expect(headers.get('strict-transport-security')).toContain('max-age=');
      expect(document.querySelector('link[rel=stylesheet]')?.getAttribute('href')).toMatch(/^\/gateway\/assets\//);
      expect(document.querySelector('form')?.getAttribute('action')).toMatch(/^\/gateway\/pay\/directbilling\//);
    } finally {
      await secure.close();
    }
  });
});
