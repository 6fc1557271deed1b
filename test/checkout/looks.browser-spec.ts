import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
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

const WIDTHS = [
  { what: '320 px wide', width: 320, height: 568 },
  { what: 'a desktop of 1280 px zoomed to 400 %', width: 320, height: 256 },
  { what: 'a phone', width: 390, height: 844 },
  { what: 'a desktop', width: 1280, height: 800 },
];

const isTooWide = (page: Page): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth > window.innerWidth');

async function smallTargets(page: Page): Promise<string[]> {
  const targets = await page.locator('.button:visible, .tile:visible, input:not([type=radio]):visible, .languages a').all();
  const boxes = await Promise.all(targets.map(async (target) => ({ target: String(target), box: await target.boundingBox() })));
  return boxes.filter(({ box }) => (box?.height ?? 0) < 44).map(({ target }) => target);
}

describe.each(EVERY_PAGE)('the page "$name"', (pageCase) => {
  it('is accessible in light and dark colours and asks nobody else for anything', async () => {
    const { page, problems, close } = await openTab(browser, checkout.origin, { colorScheme: 'light', reducedMotion: 'reduce' });
    await open(pageCase, page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it.each(['en-GB', 'pl-PL'])(
    'fits every screen in %s without scrolling sideways, also with text twice the size, with targets that a thumb hits',
    async (locale) => {
      const { page, close } = await openTab(browser, checkout.origin, { locale, hasTouch: true });
      await open(pageCase, page);
      for (const { what, ...size } of WIDTHS) {
        await page.setViewportSize(size);
        expect([what, await isTooWide(page), await smallTargets(page)]).toEqual([what, false, []]);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      expect(await isTooWide(page)).toBe(false);
      await close();
    },
  );
});
