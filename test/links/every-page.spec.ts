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

describe.each(LINK_PAGES)('the page "$name"', ({ link, typed: amount }) => {
  it.each(LOCALES)(
    'has no missing value in %s and no inline code, is not indexed, and loads less than 40 KiB in at most 8 requests',
    async (language) => {
      checkout.online.link = link;
      const headers = { 'accept-language': language };
      const page = await (amount === undefined ? getPage(checkout.linkUrl, headers) : postForm(checkout.linkUrl, { amount }, headers));
      expect(page.html).not.toMatch(/undefined|\[object|NaN|>null<|=>|Infinity|∞/);
      expect(page.html).not.toMatch(/<style|style="|onclick|javascript:|<script(?![^>]*src=)/);
      expect(page.html).toContain('<meta name="robots" content="noindex">');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.document.querySelectorAll('h1')).toHaveLength(1);
      expect(page.document.querySelector('html')?.getAttribute('lang')).toBe(link.brand?.language ?? language);
      const urls = page.document
        .querySelectorAll('link[href], [src]')
        .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '');
      const sizes = await Promise.all(urls.map((url) => transferredBytes(checkout.origin + url)));
      expect(sizes.reduce((sum, size) => sum + size, Buffer.byteLength(page.html))).toBeLessThan(40 * 1024);
      expect(urls.length + 1).toBeLessThanOrEqual(8);
    },
  );
});
