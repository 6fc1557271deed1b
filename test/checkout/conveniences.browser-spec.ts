import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { startBrowser } from './support/browser.js';
import { openTab, stopClock, type WatchedPage } from './support/browser-page.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { DIFFERENT_OFFERS, NOW } from './support/fake-payment.js';

let checkout: CheckoutApp;
let browser: Browser;
let tab: WatchedPage | null = null;
beforeAll(async () => {
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

describe('with JavaScript', () => {
  it('the amount on top follows the operator', async () => {
    checkout.payment.set({ offers: DIFFERENT_OFFERS });
    const page = await visit();
    expect(await page.locator('[data-amount]').innerText()).toBe('from PLN\u00a09.99');
    await page.getByText('T-Mobile', { exact: true }).click();
    expect(await page.locator('[data-amount]').innerText()).toBe('PLN\u00a014.76');
    expect(await page.locator('[data-vat]').innerText()).toBe('incl. VAT 23%: PLN\u00a02.76');
  });

  it('a new code is held back as long as the gateway would refuse it', async () => {
    checkout.payment.setCodeStage({ resendAvailableAt: new Date(NOW.getTime() + 25_000) });
    tab = await openTab(browser, checkout.origin);
    const { page } = tab;
    await stopClock(page);
    await page.goto(checkout.pageUrl);
    const button = page.locator('[data-wait-seconds]');
    expect(await button.innerText()).toBe('Send a new code in 25\u00a0s');
    await button.click({ force: true });
    expect(checkout.payment.calls).toEqual([]);
    await page.clock.fastForward(24_000);
    expect(await button.innerText()).toBe('Send a new code in 1\u00a0s');
    await page.clock.fastForward(1_000);
    expect(await button.innerText()).toBe('Send a new code');
    await button.click();
    await until(
      () => checkout.payment.calls.length,
      (count) => count === 1,
    );
  });

  it('a code may be pasted with spaces', async () => {
    checkout.payment.setCodeStage();
    const page = await visit();
    await page.locator('#code').fill('123 456');
    expect(await page.locator('#code').inputValue()).toBe('123456');
  });

  it('a second tap sends nothing', async () => {
    checkout.payment.setCodeStage();
    const page = await visit();
    await page.locator('#code').fill('123456');
    await page.getByRole('button', { name: 'Pay' }).dblclick();
    await page.getByRole('heading', { name: 'Waiting for your operator' }).waitFor();
    expect(checkout.payment.calls).toHaveLength(1);
  });

  it.each([
    ['paid', 'https://shop.example/thanks?order=7&x=1'],
    ['rejected', 'https://shop.example/sorry'],
  ] as const)('the payer of a %s payment is taken back after ten seconds', async (stage, url) => {
    checkout.payment.setCodeStage({ stage });
    tab = await openTab(browser, checkout.origin);
    await stopClock(tab.page);
    await tab.page.goto(checkout.pageUrl);
    await tab.page.getByText('You will be taken back').waitFor();
    await tab.page.clock.fastForward(9_000);
    expect(await tab.page.locator('[data-return-left]').innerText()).toBe('1');
    await tab.page.clock.fastForward(1_000);
    await tab.page.waitForURL(url);
  });

  it('unless the payer wants to stay', async () => {
    checkout.payment.setCodeStage({ stage: 'paid' });
    tab = await openTab(browser, checkout.origin);
    const { page } = tab;
    await stopClock(page);
    await page.goto(checkout.pageUrl);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await page.clock.fastForward(60_000);
    expect(page.url()).toBe(checkout.pageUrl);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Back to the shop');
  });
});

describe('a page elsewhere', () => {
  it('can neither frame the payment nor send its forms', async () => {
    tab = await openTab(browser, checkout.origin);
    const { page, problems } = tab;
    await page.route('https://shop.example/evil', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${checkout.pageUrl}"></iframe><form method="post" action="${checkout.pageUrl}/change"><button>go</button></form>`,
      }),
    );
    await page.goto('https://shop.example/evil');
    expect(
      page
        .frames()
        .slice(1)
        .every((frame) => !frame.url().startsWith('http:')),
    ).toBe(true);
    await page.getByRole('button', { name: 'go' }).click();
    await page.getByText('The form was sent from another website').waitFor();
    expect(checkout.payment.calls).toEqual([]);
    problems.length = 0; // the browser's own complaint about the frame
  });
});
