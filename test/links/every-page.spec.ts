import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCALES } from '../../src/common/locale.js';
import { type CheckoutApp, startCheckout } from '../checkout/support/checkout-app.js';
import { LINK_PAGES } from '../checkout/support/every-link-page.js';
import { getPage, postForm, transferredBytes } from '../checkout/support/page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout();
});
afterAll(() => checkout.close());

describe.each(LINK_PAGES)('the page "$name"', ({ link, typed }) => {
  it.each(LOCALES)('prints no missing value in %s, allows no inline code, and tells search engines not to index it', async (language) => {
    checkout.online.link = link;
    const headers = { 'accept-language': language };
    const seen = await (typed === undefined ? getPage(checkout.linkUrl, headers) : postForm(checkout.linkUrl, { amount: typed }, headers));
    expect(seen.html).not.toMatch(/undefined|\[object|NaN|>null<|=>|Infinity|∞/);
    expect(seen.html).not.toMatch(/<style|style="|onclick|javascript:|<script(?![^>]*src=)/);
    expect(seen.html).toContain('<meta name="robots" content="noindex">');
    expect(seen.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(seen.headers.get('cache-control')).toBe('no-store');
    expect(seen.document.querySelectorAll('h1')).toHaveLength(1);
    expect(seen.document.querySelector('html')?.getAttribute('lang')).toBe(link.brand?.language ?? language);
    const urls = seen.document
      .querySelectorAll('link[href], [src]')
      .map((part) => part.getAttribute('href') ?? part.getAttribute('src') ?? '');
    const sizes = await Promise.all(urls.map((url) => transferredBytes(checkout.origin + url)));
    expect(sizes.reduce((sum, size) => sum + size, Buffer.byteLength(seen.html))).toBeLessThan(40 * 1024);
    expect(urls.length + 1).toBeLessThanOrEqual(8);
  });
});
