import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { BRAND, LOGO } from './support/brand.js';
import { getPage } from './support/page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout();
});
afterAll(() => checkout.close());

const get = (path: string) => fetch(checkout.origin + path);

describe('a service’s brand on its pages', () => {
  it('shows name, logo and colour', async () => {
    checkout.payment.setView({ brand: BRAND, sellerName: 'Someone Ltd' });
    const { document, text } = await getPage(checkout.pageUrl);
    const logo = document.querySelector('.brand img');
    expect([logo?.getAttribute('src'), logo?.getAttribute('alt')]).toEqual([`/brands/${LOGO.hash}.svg`, '']);
    expect(document.querySelector('title')?.textContent).toBe('Pay with your phone bill – Leśna Gra');
    expect(text).not.toContain('Someone Ltd');
    expect(document.querySelectorAll('link[rel=stylesheet]').at(-1)?.getAttribute('href')).toBe('/brands/accent-4b3aa8.css');
  });

  it('is replaced by the gateway’s style and the seller’s initial when the service has none', async () => {
    checkout.payment.setView();
    const { document } = await getPage(checkout.pageUrl);
    expect(document.querySelectorAll('link[rel=stylesheet]')).toHaveLength(1);
    expect(document.querySelector('.initial')?.textContent).toBe('L');
  });
});

describe('a logo', () => {
  it('is cached for a year, and cannot run scripts', async () => {
    const response = await get(`/brands/${LOGO.hash}.svg`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(LOGO.content);
    expect(
      Object.fromEntries(
        ['content-type', 'content-security-policy', 'cache-control', 'x-content-type-options'].map((name) => [
          name,
          response.headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    `${LOGO.hash}.png`,
    `${'0'.repeat(64)}.svg`,
    `${LOGO.hash}`,
    'logo.svg',
    'accent-ffd400.css',
    'accent-4B3AA8.css',
    'accent-.css',
    '%00',
  ])('or a style sheet is not found under the name %s', async (name) => expect((await get(`/brands/${name}`)).status).toBe(404));
});

describe('a service’s colour', () => {
  it('is a style sheet with a light and a dark theme', async () => {
    const response = await get('/brands/accent-4b3aa8.css');
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await response.text()).toMatch(
      /^:root \{ --accent: #4b3aa8; .*\}\n@media \(prefers-color-scheme: dark\) \{\n:root \{ --accent: #[0-9a-f]{6};/,
    );
  });
});
