import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { startBrowser } from './support/browser.js';
import { waitUntilVisible, delayPageRefreshes, openAfterChange, openTab, type WatchedPage } from './support/browser-page.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';

let checkout: CheckoutApp;
let browser: Browser;
let tab: WatchedPage | null = null;
beforeAll(async () => {
  delayPageRefreshes();
  [checkout, browser] = await Promise.all([startCheckout(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await checkout.close();
});
beforeEach(() => checkout.payment.reset());
afterEach(async () => {
  expect(tab?.problems).toEqual([]);
  await tab?.close();
});

async function visit(options: BrowserContextOptions = {}): Promise<Page> {
  tab = await openTab(browser, checkout.origin, options);
  await tab.page.goto(checkout.pageUrl);
  return tab.page;
}

const outlineOf = (page: Page, selector: string) => page.evaluate(`getComputedStyle(document.querySelector('${selector}')).outlineWidth`);
const waitForHeading = (page: Page, name: string) => waitUntilVisible(page.getByRole('heading', { name }));
/** Waits until the element has the focus. A page sets the focus shortly after it is shown. */
const waitForFocus = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor();

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('paying %s', (_, javaScriptEnabled) => {
  it('leads from the choice through the code and the waiting page to the shop', async () => {
    const page = await visit({ javaScriptEnabled });
    await page.getByText('Play', { exact: true }).click();
    await page.getByLabel('Mobile number').fill('500 600 700');
    await page.getByRole('button', { name: 'Get a code to pay PLN 9.99' }).click();

    await page.getByLabel('Code from the SMS').fill('123456');
    await page.getByRole('button', { name: 'Pay PLN 9.99' }).click();

    await waitForHeading(page, 'Waiting for your operator');
    checkout.payment.setCodeStage({ stage: 'confirmed' });
    await waitForHeading(page, 'Your operator accepted the payment');
    checkout.payment.setCodeStage({ stage: 'paid' });
    await waitForHeading(page, 'Paid');
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await waitForHeading(page, 'The shop');
    expect(page.url()).toBe('https://shop.example/thanks?order=7&x=1');
    expect(checkout.payment.calls.map(([step]) => step)).toEqual(['send', 'submit']);
  });

  it('shows form errors with links to their fields, and continues after the correction', async () => {
    const page = await visit({ javaScriptEnabled });
    await page.getByRole('button', { name: 'Get a code to pay PLN 9.99' }).click();
    await page.locator('#errors').waitFor();
    expect(await page.title()).toMatch(/^Error: /);
    await waitForFocus(page, '#errors');
    expect(await outlineOf(page, '#errors')).toBe('3px');
    await page.locator('#errors').getByRole('link', { name: 'Enter your mobile number.' }).click();
    await waitForFocus(page, '#phone');
    await page.keyboard.type('500600700');
    await page.getByText('Orange', { exact: true }).click();
    await page.keyboard.press('Enter');
    await waitForHeading(page, 'Enter the code');
  });

  it('works with the keyboard alone, and with a visible focus', async () => {
    const page = await visit({ javaScriptEnabled });
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the payment');
    await page.locator('input[value=orange]').focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('input[value=play]').isChecked()).toBe(true);
    expect(await outlineOf(page, '.tile:has([value=play])')).toBe('3px');
    await page.keyboard.press('Tab');
    await page.keyboard.type('500600700');
    expect(await outlineOf(page, '.input-group')).toBe('3px');
    await page.keyboard.press('Enter');
    await waitForHeading(page, 'Enter the code');
    await waitForFocus(page, '#code'); // the page sets this focus itself
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');
    await waitForHeading(page, 'Waiting for your operator');
  });

  it('lets the payer change the number and request another code', async () => {
    const page = await visit({ javaScriptEnabled });
    await openAfterChange(page, () => checkout.payment.setCodeStage(), checkout.pageUrl);
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await until(
      () => checkout.payment.calls.length,
      (calls) => calls === 1,
    );
    await page.getByRole('button', { name: 'Change number or operator' }).click();
    await waitForHeading(page, 'Pay with your phone bill');
    expect(await page.getByLabel('Mobile number').inputValue()).toBe('500\u00a0600\u00a0700');
    expect(await page.locator('input[value=orange]').isChecked()).toBe(true);
  });

  it('keeps the language that the payer switches to, also after forms', async () => {
    const page = await visit({ javaScriptEnabled });
    await page.getByRole('link', { name: 'Polski' }).click();
    await waitForHeading(page, 'Zapłać z rachunkiem za telefon');
    await page.getByRole('button', { name: 'Wyślij kod, aby zapłacić 9,99 zł' }).click();
    await page.locator('#errors').waitFor();
    await page.getByText('Plus', { exact: true }).click();
    await page.getByLabel('Numer telefonu komórkowego').fill('500600700');
    await page.getByRole('button', { name: 'Wyślij kod, aby zapłacić 9,99 zł' }).click();
    await waitForHeading(page, 'Wpisz kod');
    expect(await page.locator('html').getAttribute('lang')).toBe('pl');
  });
});
