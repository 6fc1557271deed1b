import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCALES } from '../../src/common/locale.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { getPage } from './support/page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout({ SANDBOX: 'off', PAYER_CONTACT: 'access@gateway.example' });
});
afterAll(() => checkout.close());

describe('the accessibility information', () => {
  it.each(LOCALES)('is shown in %s with four sections and a link to the contact address', async (locale) => {
    const { status, document, headers } = await getPage(`${checkout.origin}/pay/accessibility`, { 'accept-language': locale });
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(document.querySelector('html')?.getAttribute('lang')).toBe(locale);
    expect(document.querySelectorAll('main h2')).toHaveLength(4);
    expect(document.querySelector('main a')?.getAttribute('href')).toBe('mailto:access@gateway.example');
  });

  it('refers payers to the shop when no contact is configured', async () => {
    const withoutContact = await startCheckout();
    try {
      const { text, document } = await getPage(`${withoutContact.origin}/pay/accessibility`);
      expect(text).toContain('Tell the shop');
      expect(document.querySelector('main a')).toBeNull();
    } finally {
      await withoutContact.close();
    }
  });
});
