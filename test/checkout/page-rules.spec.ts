import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCALES } from '../../src/common/locale.js';
import { PAYMENT_SCRIPTS } from '../../src/web/checkout/shell/payment-scripts.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { EVERY_PAGE, PAYMENT_PAGES } from './support/every-page.js';
import { BRAND } from './support/brand.js';
import { NOW, PAYMENT_ID } from './support/fake-payment.js';
import { getPage, postForm, transferredBytes } from './support/page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout();
});
afterAll(() => checkout.close());
beforeEach(() => checkout.payment.reset());

const LIMIT_BYTES = 40 * 1024;
const LIMIT_REQUESTS = 8;

describe.each(EVERY_PAGE)('the page "$name"', ({ open }) => {
  it.each(LOCALES)('prints no missing value in %s and forbids what a page does not need', async (language) => {
    const { html, headers } = await open(checkout, { 'accept-language': language });
    expect(html).not.toMatch(/undefined|\[object|NaN|>null</);
    expect(html).not.toMatch(/<style|style="|onclick|javascript:|<script(?![^>]*src=)/);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';style-src 'self';script-src 'self';img-src 'self';connect-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none';require-trusted-types-for 'script'",
    );
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('permissions-policy')).toContain('clipboard-write=(self)');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('vary')).toContain('Accept-Language');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('stays under 40 KB and eight requests with all it loads, and loads from its own origin only', async () => {
    const { html, document } = await open(checkout, {});
    const urls = [...document.querySelectorAll('link[href]'), ...document.querySelectorAll('[src]')].map(
      (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '',
    );
    expect(urls.every((url) => /^\/(assets\/[\w-]+\.[0-9a-f]{12}|brands\/(accent-)?[0-9a-f]+)\.(css|js|svg)$/.test(url))).toBe(true);
    const sizes = await Promise.all([...new Set(urls)].map((url) => transferredBytes(checkout.origin + url)));
    expect(sizes.reduce((sum, size) => sum + size, Buffer.byteLength(html))).toBeLessThan(LIMIT_BYTES);
    expect(urls.length + 1).toBeLessThanOrEqual(LIMIT_REQUESTS);
    const own = urls.filter((url) => url.startsWith('/assets/'));
    expect(own.filter((url) => url.endsWith('.css'))).toHaveLength(1);
    expect(own.filter((url) => url.endsWith('.js')).length).toBeLessThanOrEqual(PAYMENT_SCRIPTS.length);
  });
});

describe.each(EVERY_PAGE)('the page "$name"', ({ open }) => {
  it('has its live region from the start, empty, leads to the accessibility information, and lets a keyboard skip to the payment', async () => {
    const { document } = await open(checkout, {});
    const regions = document.querySelectorAll('[role=status], [role=alert], [aria-live]');
    expect(regions.map((region) => [region.id, region.textContent])).toEqual([['said', '']]);
    expect(document.querySelector('.foot a[href^="/pay/accessibility"]')).not.toBeNull();
    const skip = document.querySelector('body > a:first-child')?.getAttribute('href') ?? '';
    expect(document.querySelector(skip)?.getAttribute('tabindex')).toBe('-1');
  });

  it('reloads or leaves by itself only without a script, and not at all after the payer chose to stay', async () => {
    const { document } = await open(checkout, {});
    const refreshing = document.querySelectorAll('meta[http-equiv=refresh]');
    expect(refreshing.every((meta) => meta.parentNode?.rawTagName === 'noscript')).toBe(true);
    if (refreshing.length === 0) return;
    const stay = document.querySelector('noscript a[href*="stay=1"]')?.getAttribute('href') ?? '';
    const staying = await getPage(checkout.origin + stay);
    expect(staying.document.querySelectorAll('meta[http-equiv=refresh], [data-return-seconds]')).toEqual([]);
  });
});

describe.each(PAYMENT_PAGES)('the page "$name"', ({ open }) => {
  it('shows shop, description, amount and payment number', async () => {
    const { document } = await open(checkout, { 'accept-language': 'en' });
    const order = document.querySelector('.order')?.textContent.replace(/\s+/g, ' ') ?? '';
    expect(order).toContain(PAYMENT_ID.slice(0, 8).toUpperCase());
    expect(order).toMatch(/PLN 9\.99/);
    expect(order).toMatch(/Leśna Gra|W{120}/);
    expect(order).toMatch(/500 złotych monet|W{255}/);
  });
});

describe('a payment’s time', () => {
  it('is counted down silently by the gateway’s clock, with words at 60, 30 and 10 seconds', async () => {
    checkout.payment.setView({ expiresAt: new Date(NOW.getTime() + 754_000) });
    const timer = (await getPage(checkout.pageUrl)).document.querySelector('.deadline [role=timer]');
    expect(timer?.getAttribute('data-left')).toBe('754');
    expect([60, 30, 10].map((mark) => timer?.getAttribute(`data-say-${mark}`))).toEqual([
      '60 seconds left',
      '30 seconds left',
      '10 seconds left',
    ]);
    expect(timer?.hasAttribute('aria-live')).toBe(false);
  });

  it('is extended when the payer requests more time, while an extension is allowed', async () => {
    const { document } = await getPage(checkout.pageUrl);
    expect(document.querySelector('form[action$=extend] button')?.textContent).toBe('I need more time');
    const response = await postForm(`${checkout.pageUrl}/extend`, {});
    expect([response.status, response.headers.get('location'), checkout.payment.calls]).toEqual([
      303,
      `/pay/directbilling/${PAYMENT_ID}`,
      [['extend', PAYMENT_ID]],
    ]);
    checkout.payment.setView({ canBeExtended: false });
    expect((await getPage(checkout.pageUrl)).document.querySelector('form[action$=extend]')).toBeNull();
  });
});

describe('the receipt', () => {
  it('names amount, date with its zone, method and contacts, also when it is opened again', async () => {
    const reachable = await startCheckout({ SANDBOX: 'off', PAYER_CONTACT: 'https://gateway.example/help' });
    try {
      reachable.payment.setCodeStage({ stage: 'paid', brand: BRAND });
      for (const visit of ['first', 'later']) {
        const { document } = await getPage(reachable.pageUrl);
        const lines = document.querySelectorAll('.receipt dd').map((line) => line.textContent.replace(/\s+/g, ' '));
        expect([visit, ...lines]).toEqual([
          visit,
          'PLN 9.99',
          '21 November 2026 at 13:00 CET',
          'Phone bill, Orange',
          '+48 500 ••• 700',
          'pomoc@lesnagra.example',
          'gateway.example/help',
          'Withdraw from the contract at lesnagra.example',
        ]);
      }
    } finally {
      await reachable.close();
    }
  });
});

describe('the page of a rejected payment', () => {
  it('does not redirect before its reason can be read', async () => {
    checkout.payment.setCodeStage({ stage: 'rejected' });
    const { document } = await getPage(checkout.pageUrl);
    expect(document.querySelectorAll('meta[http-equiv=refresh], [data-return-seconds]')).toEqual([]);
  });

  it('names the shop that its link leads to', async () => {
    checkout.payment.setCodeStage({ stage: 'rejected' });
    expect((await getPage(checkout.pageUrl)).document.querySelector('a.primary')?.textContent.replace(/\s+/g, ' ')).toBe(
      'Back to the shop shop.example',
    );
  });
});

describe('a text of a partner or payer', () => {
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
    expect(document.querySelectorAll('script').every((script) => script.getAttribute('src')?.startsWith('/assets/checkout.'))).toBe(true);
    expect(html).not.toContain('<img src=x');
    expect(document.querySelectorAll('[onerror]')).toEqual([]);
  });

  it('becomes a link only when it is an http or https URL', async () => {
    checkout.payment.setCodeStage({ stage: 'paid', successUrl: 'javascript:alert(1)' });
    const { html } = await getPage(checkout.pageUrl);
    expect(html).not.toContain('javascript:');
  });
});

describe('assets', () => {
  it('are cached for a year under the hash of their content', async () => {
    const { document } = await getPage(checkout.pageUrl);
    const response = await fetch(checkout.origin + (document.querySelector('link[rel=stylesheet]')?.getAttribute('href') ?? ''));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('are served under an older hash too, but without caching', async () => {
    const response = await fetch(`${checkout.origin}/assets/pages.000000000000.css`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it.each(['pages.css', 'none.000000000000.css', '..%2f..%2fpackage.json', 'choose.000000000000.eta'])(
    'do not include other files: %s',
    async (name) => {
      expect((await fetch(`${checkout.origin}/assets/${name}`)).status).toBe(404);
    },
  );
});

describe('a page behind https and a path prefix', () => {
  it('sends HSTS and keeps the path prefix in its links', async () => {
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
