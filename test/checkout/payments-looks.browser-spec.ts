import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { LOCALES } from '../../src/common/locale.js';
import { startBrowser } from './support/browser.js';
import { chooseMethod, openTab, smallTargets } from './support/browser-page.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { languagesFor, lookProblems, looksFor } from './support/every-look.js';
import { LINK_PAGES } from './support/every-link-page.js';
import { ONLINE_PAGES, type OnlinePage, SUBSCRIPTION_PAGES } from './support/every-online-page.js';

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
  prepare(checkout.online);
  await page.goto(checkout.onlineUrl);
  if (!form) return;
  const channel = form.fields['channel'];
  if (channel) await chooseMethod(page, channel);
  const loaded = page.waitForEvent('load');
  await page.locator('button.primary:visible').click();
  await loaded;
}

const PAGES: { name: string; show: (page: Page) => Promise<unknown> }[] = [
  ...ONLINE_PAGES.map((pageCase) => ({ name: pageCase.name, show: (page: Page) => open(pageCase, page) })),
  ...SUBSCRIPTION_PAGES.map(({ name, pathBelowLink, prepare }) => ({
    name,
    show: (page: Page) => {
      prepare(checkout.online);
      return page.goto(checkout.subscriptionUrl + pathBelowLink);
    },
  })),
  ...LINK_PAGES.map(({ name, link, typed }) => ({
    name,
    show: async (page: Page) => {
      checkout.online.link = link;
      await page.goto(checkout.linkUrl);
      if (typed === undefined) return;
      await page.locator('#amount').fill(typed);
      const loaded = page.waitForEvent('load');
      await page.locator('button.primary:visible').click();
      await loaded;
    },
  })),
];

describe.each(PAGES.map((page, index) => ({ ...page, index })))('the page "$name"', ({ show, index }) => {
  it.each(languagesFor(index, LOCALES))('is accessible in %s and fits every screen, in all colours and large text', async (locale) => {
    const { page, problems, close } = await openTab(browser, checkout.origin, { locale, hasTouch: true, reducedMotion: 'reduce' });
    // Pages of ended payments redirect to the shop after five seconds. With status 204 the browser stays on the page.
    await page.route('https://shop.example/**', (route) => route.fulfill({ status: 204 }));
    await show(page);
    // A page that reloads itself after the time to confirm stays as it is.
    await page.route(checkout.onlineUrl, (route) => route.fulfill({ status: 204 }));
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await smallTargets(page)).toEqual([]);
    expect(await lookProblems(page, looksFor(index))).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});
