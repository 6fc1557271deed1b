import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { LOCALES } from '../../src/common/locale.js';
import { startBrowser } from './support/browser.js';
import { accessibilityProblems, chooseMethod, largeTextProblems, misfits, openTab } from './support/browser-page.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { ONLINE_PAGES, type OnlinePage } from './support/every-online-page.js';

let checkout: CheckoutApp;
let browser: Browser;
beforeAll(async () => {
  [checkout, browser] = await Promise.all([startCheckout(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await checkout.close();
});
beforeEach(() => checkout.online.reset());

async function open({ prepare, form }: OnlinePage, page: Page): Promise<void> {
  // The end of a payment leads to the shop after five seconds; a browser stays where it is when there is no page.
  await page.route('https://shop.example/**', (route) => route.fulfill({ status: 204 }));
  prepare(checkout.online);
  await page.goto(checkout.onlineUrl);
  if (!form) return;
  const channel = form.fields['channel'];
  if (channel) await chooseMethod(page, channel);
  const shown = page.waitForEvent('load');
  await page.locator('button.primary:visible').click();
  await shown;
}

describe.each(ONLINE_PAGES)('the page "$name"', (pageCase) => {
  it.each(LOCALES)('is accessible in %s, in light and dark, fits every screen, and asks nobody else for anything', async (locale) => {
    const { page, problems, close } = await openTab(browser, checkout.origin, { locale, hasTouch: true, reducedMotion: 'reduce' });
    await open(pageCase, page);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await misfits(page)).toEqual([]);
    expect(await largeTextProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});
