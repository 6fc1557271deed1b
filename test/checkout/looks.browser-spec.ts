import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { LOCALES } from '../../src/common/locale.js';
import { startBrowser } from './support/browser.js';
import { accessibilityProblems, largeTextProblems, misfits, openTab } from './support/browser-page.js';
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
  // The end of a payment leads to the shop after five seconds; a browser stays where it is when there is no page.
  await page.route('https://shop.example/**', (route) => route.fulfill({ status: 204 }));
  prepare(checkout.payment);
  await page.goto(checkout.pageUrl);
  if (!form) return;
  const shown = page.waitForEvent('load');
  await page.locator('button.primary').click();
  await shown;
}

describe.each(EVERY_PAGE)('the page "$name"', (pageCase) => {
  it.each(LOCALES)('is accessible in %s, in light and dark colours, and asks nobody else for anything', async (locale) => {
    const { page, problems, close } = await openTab(browser, checkout.origin, { locale, reducedMotion: 'reduce' });
    await open(pageCase, page);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it.each(LOCALES)(
    'fits every screen in %s without scrolling sideways, also with text twice the size, with targets that a thumb hits',
    async (locale) => {
      const { page, close } = await openTab(browser, checkout.origin, { locale, hasTouch: true });
      await open(pageCase, page);
      expect(await misfits(page)).toEqual([]);
      expect(await largeTextProblems(page)).toEqual([]);
      await close();
    },
  );
});

describe('where the payer’s own colours, motion or paper count', () => {
  const chosen = 'input[value=play]';

  it('what is chosen and what pays is told from the rest in forced colours', async () => {
    const { page, close } = await openTab(browser, checkout.origin, { forcedColors: 'active' });
    await page.goto(checkout.pageUrl);
    await page.locator(chosen).check();
    const styleOf = (selector: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);
    expect(await styleOf(`.tile:has(${chosen})`, 'outlineStyle')).toBe('solid');
    expect(await styleOf('.button.primary', 'borderTopWidth')).toBe('2px');
    expect(await accessibilityProblems(page)).toEqual([]);
    await close();
  });

  it('nothing moves where that is not wanted', async () => {
    const { page, close } = await openTab(browser, checkout.origin, { reducedMotion: 'reduce' });
    checkout.payment.setCodeStage({ stage: 'waiting' });
    await page.goto(checkout.pageUrl);
    const running = `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 1).length`;
    expect(await page.evaluate(running)).toBe(0);
    await close();
  });

  it('a receipt is printed with all it says, and without what can only be clicked', async () => {
    const { page, close } = await openTab(browser, checkout.origin);
    checkout.payment.setCodeStage({ stage: 'paid' });
    await page.goto(checkout.pageUrl);
    await page.emulateMedia({ media: 'print' });
    for (const shown of ['.sum', '.bought', '.receipt', '#heading']) expect(await page.locator(shown).isVisible()).toBe(true);
    for (const hidden of ['.languages', '.returning', '.button.primary', '.steps'])
      expect(await page.locator(hidden).first().isVisible()).toBe(false);
    await close();
  });
});
