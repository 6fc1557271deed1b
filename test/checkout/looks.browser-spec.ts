import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from './support/browser.js';
import { accessibilityProblems, openTab } from './support/browser-page.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { EVERY_PAGE } from './support/every-page.js';

let checkout: CheckoutApp;
let browser: Browser;
beforeAll(async () => {
  [checkout, browser] = await Promise.all([startCheckout({ SANDBOX: 'on', SANDBOX_URL: 'http://localhost:3001' }), startBrowser()]);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await checkout.close();
});
beforeEach(() => checkout.payment.reset());

/** Opens a page of the list in a tab, through its form where that is the way to it. */
async function open({ prepare, form }: (typeof EVERY_PAGE)[number], page: Page): Promise<void> {
  prepare(checkout.payment);
  await page.goto(checkout.pageUrl);
  if (!form) return;
  const shown = page.waitForEvent('load');
  await page.locator('button.primary').click();
  await shown;
}

describe.each(EVERY_PAGE)('the page "$name"', (pageCase) => {
  it.each(['light', 'dark'] as const)('is accessible in %s colours and asks nobody else for anything', async (colorScheme) => {
    const { page, problems, close } = await openTab(browser, checkout.origin, { colorScheme, reducedMotion: 'reduce' });
    await open(pageCase, page);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it.each<[string, BrowserContextOptions]>([
    ['320 px wide', { viewport: { width: 320, height: 568 } }],
    ['a desktop zoomed to 400 %', { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 }],
    ['a phone in Polish', { locale: 'pl-PL', isMobile: true, hasTouch: true }],
  ])('fits %s without scrolling sideways, with targets that a thumb hits', async (_, options) => {
    const { page, close } = await openTab(browser, checkout.origin, options);
    await open(pageCase, page);
    const width = options.viewport?.width ?? 390;
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const targets = await page.locator('.button:visible, .tile:visible, input:not([type=radio]):visible, .languages a').all();
    for (const target of targets) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await close();
  });

  it('keeps its text readable when only text is enlarged to twice its size', async () => {
    const { page, close } = await openTab(browser, checkout.origin);
    await open(pageCase, page);
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await close();
  });
});
