import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from './support/browser.js';
import { openTab, type WatchedPage } from './support/browser-page.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';

let checkout: CheckoutApp;
let browser: Browser;
let tab: WatchedPage | null = null;
beforeAll(async () => {
  [checkout, browser] = await Promise.all([startCheckout(), startBrowser()]);
}, 60_000);
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
const heading = (page: Page) => page.locator('h1').innerText();

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('paying %s', (_, javaScriptEnabled) => {
  it('goes from the choice over the code and the wait to the shop', async () => {
    const page = await visit({ javaScriptEnabled });
    await page.getByText('Play', { exact: true }).click();
    await page.getByLabel('Mobile number').fill('500 600 700');
    await page.getByRole('button', { name: 'Send the code' }).click();

    await page.getByLabel('Code from the SMS').fill('123456');
    await page.getByRole('button', { name: 'Pay PLN 9.99' }).click();

    await page.getByRole('heading', { name: 'Waiting for your operator' }).waitFor();
    checkout.payment.setCodeStage({ stage: 'confirmed' });
    await page.getByRole('heading', { name: 'Your operator accepted the payment' }).waitFor();
    checkout.payment.setCodeStage({ stage: 'paid' });
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.getByRole('heading', { name: 'The shop' }).waitFor();
    expect(page.url()).toBe('https://shop.example/thanks?order=7&x=1');
    expect(checkout.payment.calls.map(([step]) => step)).toEqual(['send', 'submit']);
  });

  it('shows what was wrong where it was wrong, and goes on from there', async () => {
    const page = await visit({ javaScriptEnabled });
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.evaluate('document.activeElement.name')).toBe('operator');
    await page.getByRole('alert').getByRole('link', { name: 'Enter your mobile number.' }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe('phone');
    await page.keyboard.type('500600700');
    await page.getByText('Orange', { exact: true }).click();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  });

  it('works with the keyboard alone, and the focus is always to be seen', async () => {
    const page = await visit({ javaScriptEnabled });
    await page.locator('input[value=orange]').focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('input[value=play]').isChecked()).toBe(true);
    expect(await outlineOf(page, '.tile:has([value=play])')).toBe('3px');
    await page.keyboard.press('Tab');
    await page.keyboard.type('500600700');
    expect(await outlineOf(page, '.input-group')).toBe('3px');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
    await page.keyboard.type('123456'); // the field has the focus already
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Waiting for your operator' }).waitFor();
  });

  it('lets the payer change the number and ask for another code', async () => {
    const page = await visit({ javaScriptEnabled });
    checkout.payment.setCodeStage();
    await page.reload();
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await page.getByRole('button', { name: 'Change number or operator' }).click();
    await page.getByRole('heading', { name: 'Pay with your phone bill' }).waitFor();
    expect(await page.getByLabel('Mobile number').inputValue()).toBe('500\u00a0600\u00a0700');
    expect(await page.locator('input[value=orange]').isChecked()).toBe(true);
  });

  it('speaks the language that the payer switches to, through forms too', async () => {
    const page = await visit({ javaScriptEnabled });
    await page.getByRole('link', { name: 'Polski' }).click();
    expect(await heading(page)).toBe('Zapłać z rachunkiem za telefon');
    await page.getByRole('button', { name: 'Wyślij kod' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByText('Plus', { exact: true }).click();
    await page.getByLabel('Numer telefonu komórkowego').fill('500600700');
    await page.getByRole('button', { name: 'Wyślij kod' }).click();
    await page.getByRole('heading', { name: 'Wpisz kod' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('pl');
  });
});
