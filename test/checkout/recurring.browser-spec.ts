import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from './support/browser.js';
import { delayPageRefreshes, openAfterChange, openTab, type WatchedPage } from './support/browser-page.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { ACCEPTED_MANDATE, CHARGED_MANDATE, recurringPayment, TWO_APPS } from './support/fake-online-payment.js';
import { PAYMENT_ID } from './support/fake-payment.js';

let checkout: CheckoutApp;
let browser: Browser;
let tab: WatchedPage;
beforeAll(async () => {
  delayPageRefreshes();
  [checkout, browser] = await Promise.all([startCheckout(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await checkout.close();
});

describe.each([true, false])('recurring payments in a browser (JavaScript: %s)', (javaScriptEnabled) => {
  beforeEach(async () => {
    checkout.online.reset();
    tab = await openTab(browser, checkout.origin, { javaScriptEnabled });
  });
  afterEach(async () => {
    const { problems } = tab;
    await tab.close();
    expect(problems).toEqual([]);
  });
  const waitForHeading = (name: string): Promise<void> => tab.page.getByRole('heading', { name, level: 1 }).waitFor();

  it('can be accepted with the keyboard alone, after an error about the missing code', async () => {
    checkout.online.setRecurring();
    await tab.page.goto(checkout.onlineUrl);
    await tab.page.getByLabel('BLIK code').focus();
    await tab.page.keyboard.press('Enter');
    await tab.page.locator('#errors').waitFor();
    expect(await tab.page.evaluate('document.activeElement.id')).toBe('errors');
    await tab.page.getByLabel('BLIK code').focus();
    await tab.page.keyboard.type('000123');
    await tab.page.keyboard.press('Enter');
    await waitForHeading('Confirm in your bank’s app');
    const [[operation, id, code, evidence] = []] = checkout.online.calls;
    expect([operation, id, String(code).replaceAll(/\D/g, '')]).toEqual(['agree', PAYMENT_ID, '000123']);
    expect(evidence).toMatchObject({ language: 'en', values: { each: 'At most PLN\u00a029.99' } });
    expect(await tab.page.locator('.agreement').innerText()).toContain('Every month');
  });

  it('store the text of the language to which the payer switched before the consent', async () => {
    checkout.online.setRecurring();
    await tab.page.goto(checkout.onlineUrl);
    await tab.page.getByRole('link', { name: 'Polski' }).click();
    await waitForHeading('Płatności Powtarzalne BLIK');
    await tab.page.getByLabel('Kod BLIK').fill('777123');
    await tab.page.getByRole('button', { name: /^Zamawiam z obowiązkiem zapłaty/ }).click();
    await waitForHeading('Potwierdź w aplikacji banku');
    expect(checkout.online.calls[0]?.[3]).toMatchObject({ language: 'pl', values: { often: 'Co miesiąc' } });
  });

  it('let the payer confirm or refuse a charge', async () => {
    for (const [button, call] of [
      ['Confirm and pay', 'charge'],
      ['Decline this charge', 'cancel'],
    ] as const) {
      const resetCharge = (): void => {
        checkout.online.reset();
        checkout.online.setRecurring({ ...CHARGED_MANDATE, awaitsPayer: true });
      };
      await openAfterChange(tab.page, resetCharge, checkout.onlineUrl);
      await tab.page.getByRole('button', { name: button }).click();
      await waitForHeading(call === 'charge' ? 'Confirm in your bank’s app' : 'Payment cancelled');
      expect(checkout.online.calls.map(([operation]) => operation)).toEqual([call]);
    }
  });

  it('have a receipt that is printed with the consent evidence', async () => {
    checkout.online.setStage('paid', { channel: 'blik-recurrent', successUrl: null, recurring: recurringPayment(ACCEPTED_MANDATE) });
    await tab.page.goto(checkout.onlineUrl);
    await tab.page.emulateMedia({ media: 'print' });
    const printed = await tab.page.locator('main').innerText();
    for (const line of ['Książka miesiąca', '29,99 zł, nigdy więcej', 'abcdef012345', '198.51.100.7']) expect(printed).toContain(line);
  });
});

describe.each([true, false])('an alias that several apps know, in a browser (JavaScript: %s)', (javaScriptEnabled) => {
  it('is paid with the chosen app or with a code', async () => {
    checkout.online.reset();
    const { page, problems, close } = await openTab(browser, checkout.origin, { javaScriptEnabled });
    checkout.online.setStep(TWO_APPS, { channel: 'blik-level0' });
    await page.goto(checkout.onlineUrl);
    await page.getByRole('radio', { name: 'Bank Morski' }).check();
    await page.locator('form[action$="/app"] button').click();
    await page.getByRole('heading', { name: 'Confirm in your bank’s app' }).waitFor();
    await openAfterChange(page, () => checkout.online.setStep(TWO_APPS, { channel: 'blik-level0' }), checkout.onlineUrl);
    await page.getByLabel('BLIK code').fill('777123');
    await page.locator('form[action$="/code"] button').click();
    await page.getByRole('heading', { name: 'Confirm in your bank’s app' }).waitFor();
    expect(checkout.online.calls.map(([operation, , value]) => [operation, String(value).replace(' ', '')])).toEqual([
      ['pick', 'app-key-2'],
      ['code', '777123'],
    ]);
    expect(problems).toEqual([]);
    await close();
  });
});
