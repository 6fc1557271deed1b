import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from './support/browser.js';
import { accessibilityProblems, misfits, openTab } from './support/browser-page.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { EVERY_PAGE } from './support/every-page.js';

let checkout: CheckoutApp;
let browser: Browser;
beforeAll(async () => {
  [checkout, browser] = await Promise.all([startCheckout({ SANDBOX: 'on', SANDBOX_URL: 'http://localhost:3001' }), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await checkout.close();
});
beforeEach(() => checkout.payment.reset());

/** Opens a page of the list in a tab, through its form where that is the way to it. */
async function open({ prepare, form }: (typeof EVERY_PAGE)[number], page: Page): Promise<void> {
  // The end of a payment leads to the shop after ten seconds; a browser stays where it is when there is no page.
  await page.route('https://shop.example/**', (route) => route.fulfill({ status: 204 }));
  prepare(checkout.payment);
  await page.goto(checkout.pageUrl);
  if (!form) return;
  const shown = page.waitForEvent('load');
  await page.locator('button.primary').click();
  await shown;
}

describe.each(EVERY_PAGE)('the page "$name"', (pageCase) => {
  it('is accessible in light and dark colours and asks nobody else for anything', async () => {
    const { page, problems, close } = await openTab(browser, checkout.origin, { colorScheme: 'light', reducedMotion: 'reduce' });
    await open(pageCase, page);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it.each(['en-GB', 'pl-PL'])(
    'fits every screen in %s without scrolling sideways, also with text twice the size, with targets that a thumb hits',
    async (locale) => {
      const { page, close } = await openTab(browser, checkout.origin, { locale, hasTouch: true });
      await open(pageCase, page);
      expect(await misfits(page)).toEqual([]);
      await close();
    },
  );
});
