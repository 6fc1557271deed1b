import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { BRAND } from './support/brand.js';
import { getPage } from './support/page.js';

let checkout: CheckoutApp;
beforeAll(async () => {
  checkout = await startCheckout();
});
afterAll(() => checkout.close());
beforeEach(() => checkout.payment.reset());

const page = (headers: Record<string, string> = {}) => getPage(checkout.pageUrl, headers);

describe('the page’s language', () => {
  it.each([
    ['pl-PL,pl;q=0.9,en;q=0.8', 'pl'],
    ['en-US,en;q=0.9', 'en'],
    ['de-DE,pl;q=0.5', 'de'],
    ['fr-FR, uk;q=0.7, en;q=0.3', 'uk'],
    ['uk', 'uk'],
    ['pt-BR,pt;q=0.9,en-US;q=0.8', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['pt-PT,en;q=0.8', 'pt-BR'],
    ['en,pt;q=0.9', 'en'],
    ['fr', 'pl'],
    ['', 'pl'],
    ['*', 'pl'],
  ])('is for a browser that accepts "%s" the language %s', async (header, language) => {
    const { document } = await page({ 'accept-language': header });
    expect(document.querySelector('html')?.getAttribute('lang')).toBe(language);
  });

  it.each(['fr', '*', ''])('is for a browser that accepts "%s" the language of the service', async (header) => {
    checkout.payment.setView({ brand: { ...BRAND, language: 'uk' } });
    const { document } = await page({ 'accept-language': header });
    expect(document.querySelector('html')?.getAttribute('lang')).toBe('uk');
  });

  it('is the payer’s choice rather than the browser’s, and the browser’s rather than the service’s', async () => {
    checkout.payment.setView({ brand: { ...BRAND, language: 'uk' } });
    const chosenPage = await getPage(`${checkout.pageUrl}?lang=de`, { 'accept-language': 'en' });
    expect(chosenPage.document.querySelector('html')?.getAttribute('lang')).toBe('de');
    expect((await page({ 'accept-language': 'en' })).document.querySelector('html')?.getAttribute('lang')).toBe('en');
  });

  it('determines the texts and the format of money, here for Polish', async () => {
    const { text } = await page({ 'accept-language': 'pl' });
    expect(text).toContain('9,99 zł');
    expect(text).toContain('w tym VAT 23%: 1,87 zł');
    expect(text).toContain('Wyślij kod');
  });

  it('is kept in forms and links when the payer chose it', async () => {
    const { document } = await getPage(`${checkout.pageUrl}?lang=pl`, { 'accept-language': 'en' });
    expect(document.querySelector('html')?.getAttribute('lang')).toBe('pl');
    expect(document.querySelector('form')?.getAttribute('action')).toMatch(/\/number\?lang=pl$/);
    expect(document.querySelectorAll('.languages a').map((link) => link.getAttribute('href')?.split('?')[1])).toEqual([
      'lang=pl',
      'lang=en',
      'lang=uk',
      'lang=de',
      'lang=pt-BR',
    ]);
  });
});

describe('the test mode notice', () => {
  it('is missing while the operators are real', async () => {
    expect((await page()).text).not.toContain('Test mode');
  });

  it.each([
    ['en', 'Test mode. No money is taken.'],
    ['pl', 'Tryb testowy. Żadne pieniądze nie zostaną pobrane.'],
  ])('says in %s that no money is taken, without a link while the sandbox is off', async (language, notice) => {
    for (const stage of ['choose', 'code', 'waiting', 'confirmed', 'paid', 'rejected'] as const) {
      checkout.payment.setView({ test: true, stage });
      const { document } = await getPage(checkout.pageUrl, { 'accept-language': language });
      expect(document.querySelector('.notice.test')?.textContent?.trim()).toBe(notice);
      expect(document.querySelector('.notice.test a')).toBeNull();
    }
    checkout.payment.reset();
  });

  it('links to the simulated phone with the payer’s number', async () => {
    const sandboxed = await startCheckout({ SANDBOX: 'on', SANDBOX_URL: 'http://sandbox.localhost:3001' });
    try {
      expect((await getPage(sandboxed.pageUrl)).document.querySelector('.notice.test')).toBeNull(); // the operator of this payment is real, although the sandbox is on
      sandboxed.payment.setCodeStage({ test: true });
      const { document } = await getPage(sandboxed.pageUrl);
      expect(document.querySelector('.notice.test a')?.getAttribute('href')).toBe('http://sandbox.localhost:3001/phone/48500600700');
    } finally {
      await sandboxed.close();
    }
  });
});
