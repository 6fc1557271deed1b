import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { LOCALES } from '../../src/common/locale.js';
import { startBrowser } from './support/browser.js';
import { accessibilityProblems, openTab, smallTargets, stopClock } from './support/browser-page.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { languagesFor, lookProblems, LOOKS, looksFor } from './support/every-look.js';
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

/** Opens a page of the list in a tab. Sends the page's form first, if it has one. */
async function open({ prepare, form }: (typeof EVERY_PAGE)[number], page: Page): Promise<void> {
  // Pages of ended payments redirect to the shop after five seconds. With status 204 the browser stays on the page.
  await page.route('https://shop.example/**', (route) => route.fulfill({ status: 204 }));
  prepare(checkout.payment);
  await page.goto(checkout.pageUrl);
  if (!form) return;
  const loaded = page.waitForEvent('load');
  await page.locator('button.primary').click();
  await loaded;
}

describe.each(EVERY_PAGE.map((page, index) => ({ ...page, index })))('the page "$name"', ({ index, ...pageCase }) => {
  it.each(languagesFor(index, LOCALES))('is accessible in %s and fits every screen, in all colours and large text', async (locale) => {
    const { page, problems, close } = await openTab(browser, checkout.origin, { locale, hasTouch: true, reducedMotion: 'reduce' });
    await open(pageCase, page);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await smallTargets(page)).toEqual([]);
    expect(await lookProblems(page, looksFor(index))).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the check of a page in many looks', () => {
  it.each([
    ['320 px, 100 %, light: scrolls sideways', '@media (max-width: 340px) { main { min-width: 400px } }'],
    ['1280 px, 200 %, dark: scrolls sideways', '@media (min-width: 1000px) { main { min-width: 90em } }'],
    ['768 px, 100 %, dark: color-contrast', '@media (prefers-color-scheme: dark) { h1 { color: #333 } }'],
    [
      '360 px, 200 %, forced: color-contrast',
      '@media (forced-colors: active) { h1 { forced-color-adjust: none; color: #eee; background: #fff } }',
    ],
  ])('finds a problem that exists in some looks only: %s', async (problem, style) => {
    const { page, close } = await openTab(browser, checkout.origin, { reducedMotion: 'reduce' });
    await page.goto(checkout.pageUrl);
    expect(await lookProblems(page)).toEqual([]);
    await page.evaluate(
      `document.adoptedStyleSheets = [new CSSStyleSheet()]; document.adoptedStyleSheets[0].replaceSync(${JSON.stringify(style)})`,
    );
    const problems = await lookProblems(page);
    expect(problems).toContainEqual(expect.stringContaining(problem));
    expect(problems.length).toBeLessThan(LOOKS.length);
    await close();
  });
});

describe('a payer’s page', () => {
  const chosenOperator = 'input[value=play]';

  it('marks the chosen operator, the button that pays and the current step in forced colours', async () => {
    const { page, close } = await openTab(browser, checkout.origin, { forcedColors: 'active' });
    await page.goto(checkout.pageUrl);
    await page.locator(chosenOperator).check();
    const styleOf = (selector: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);
    expect(await styleOf(`.tile:has(${chosenOperator})`, 'outlineStyle')).toBe('solid');
    expect(await styleOf('.button.primary', 'borderTopWidth')).toBe('2px');
    const [currentStep, lastStep] = ['[aria-current]', ':last-child'].map((step) => styleOf(`.steps li${step}`, 'borderTopColor'));
    expect(await currentStep).not.toBe(await lastStep);
    expect(await accessibilityProblems(page)).toEqual([]);
    await close();
  });

  it('shows no animation with reduced motion', async () => {
    const { page, close } = await openTab(browser, checkout.origin, { reducedMotion: 'reduce' });
    checkout.payment.setCodeStage({ stage: 'waiting' });
    await page.goto(checkout.pageUrl);
    const running = `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 1).length`;
    expect(await page.evaluate(running)).toBe(0);
    await close();
  });

  it('is printed as a receipt with its contents and without controls', async () => {
    const { page, close } = await openTab(browser, checkout.origin);
    await stopClock(page); // so that the page does not redirect to the shop
    checkout.payment.setCodeStage({ stage: 'paid' });
    await page.goto(checkout.pageUrl);
    await page.emulateMedia({ media: 'print' });
    for (const selector of ['.sum', '.bought', '.receipt', '#heading']) expect(await page.locator(selector).isVisible()).toBe(true);
    for (const selector of ['.languages', '.returning', '.button.primary', '.steps'])
      expect(await page.locator(selector).first().isVisible()).toBe(false);
    await close();
  });
});
