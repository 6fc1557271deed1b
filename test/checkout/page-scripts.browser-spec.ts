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

async function visit({ clockStopped = false, ...options }: BrowserContextOptions & { clockStopped?: boolean } = {}): Promise<Page> {
  tab = await openTab(browser, checkout.origin, options);
  if (clockStopped) await stopClock(tab.page);
  await tab.page.goto(checkout.pageUrl);
  return tab.page;
}

describe('with JavaScript:', () => {
  it('the amount on top follows the operator', async () => {
    checkout.payment.setView({ offers: DIFFERENT_OFFERS });
    const page = await visit();
    expect(await page.locator('[data-amount]').innerText()).toBe('from PLN\u00a09.99');
    await page.getByText('T-Mobile', { exact: true }).click();
    expect(await page.locator('[data-amount]').innerText()).toBe('PLN\u00a014.76');
    expect(await page.locator('[data-note]').innerText()).toBe('incl. VAT 23%: PLN\u00a02.76');
    expect(await page.locator('button.primary').innerText()).toBe('Get a code to pay PLN\u00a014.76');
  });

  it('the button for a new code is disabled as long as the gateway would reject it', async () => {
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

  it('a double click submits the form once', async () => {
    checkout.payment.setCodeStage();
    const page = await visit();
    await page.locator('#code').fill('123456');
    await page.getByRole('button', { name: 'Pay' }).dblclick();
    await page.getByRole('heading', { name: 'Waiting for your operator' }).waitFor();
    expect(checkout.payment.calls).toHaveLength(1);
  });

  it('the payer of a paid payment is redirected to the shop after five seconds', async () => {
    checkout.payment.setCodeStage({ stage: 'paid' });
    tab = await openTab(browser, checkout.origin);
    await stopClock(tab.page);
    await tab.page.goto(checkout.pageUrl);
    await tab.page.getByText('You will be taken back').waitFor();
    await tab.page.clock.fastForward(4_000);
    expect(await tab.page.locator('[data-return-left]').innerText()).toBe('1');
    await tab.page.clock.fastForward(1_000);
    await tab.page.waitForURL('https://shop.example/thanks?order=7&x=1');
  });

  it('a small phone shows the button against the redirect without scrolling', async () => {
    checkout.payment.setCodeStage({ stage: 'paid' });
    tab = await openTab(browser, checkout.origin, { viewport: { width: 360, height: 640 } });
    await stopClock(tab.page);
    await tab.page.goto(checkout.pageUrl);
    const box = await tab.page.getByRole('button', { name: 'Stay on this page' }).boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
  });

  it.each<[action: string, act: (page: Page) => Promise<unknown>]>([
    ['touches the page', (page) => page.touchscreen.tap(20, 20)],
    ['scrolls', (page) => page.mouse.wheel(0, 100)],
    ['presses a key', (page) => page.keyboard.press('ArrowDown')],
  ])('the redirect is cancelled when the payer %s', async (_action, act) => {
    checkout.payment.setCodeStage({ stage: 'paid' });
    tab = await openTab(browser, checkout.origin, { hasTouch: true });
    const { page } = tab;
    await stopClock(page);
    await page.goto(checkout.pageUrl);
    await act(page);
    await page.getByText('You will be taken back').waitFor({ state: 'hidden' });
    expect(await page.locator('#said').textContent()).toBe('You stay on this page.');
    await page.clock.fastForward(60_000);
    expect(page.url()).toBe(checkout.pageUrl);
  });

  it('the page does not redirect when the screen is too small to show the notice', async () => {
    checkout.payment.setCodeStage({ stage: 'paid' });
    tab = await openTab(browser, checkout.origin, { viewport: { width: 360, height: 320 } });
    const { page } = tab;
    await stopClock(page);
    await page.goto(checkout.pageUrl);
    await page.clock.fastForward(60_000);
    expect(page.url()).toBe(checkout.pageUrl);
    expect(await page.getByText('You will be taken back').isVisible()).toBe(false);
  });

  it('the redirect is cancelled by the button to stay', async () => {
    checkout.payment.setCodeStage({ stage: 'paid' });
    tab = await openTab(browser, checkout.origin);
    const { page } = tab;
    await stopClock(page);
    await page.goto(checkout.pageUrl);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await page.clock.fastForward(60_000);
    expect(page.url()).toBe(checkout.pageUrl);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Back to the shop shop.example');
  });
});

describe('a waiting page', () => {
  it('shows and announces the outcome as soon as it is known', async () => {
    checkout.payment.setCodeStage({ stage: 'waiting' });
    const page = await visit({ clockStopped: true }); // so that the page does not redirect to the shop
    await until(
      () => page.locator('#said').innerText(),
      (announcement) => announcement.startsWith('Waiting for your operator. We are checking the payment.'),
    );
    checkout.payment.setCodeStage({ stage: 'paid' });
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await until(
      () => page.locator('#said').innerText(),
      (announcement) => announcement.startsWith('Paid. Your payment'),
    );
  });

  it('polls the status when the event stream is unavailable', async () => {
    checkout.payment.setCodeStage({ stage: 'waiting' });
    tab = await openTab(browser, checkout.origin);
    await tab.page.route('**/events', (route) => route.fulfill({ status: 503 }));
    await tab.page.goto(checkout.pageUrl);
    checkout.payment.setCodeStage({ stage: 'rejected' });
    await tab.page.getByRole('heading', { name: 'Payment not made' }).waitFor();
  });

  it('redirects to the shop after the payment without JavaScript, too', async () => {
    checkout.payment.setCodeStage({ stage: 'waiting' });
    const page = await visit({ javaScriptEnabled: false });
    checkout.payment.setCodeStage({ stage: 'paid' });
    await page.waitForURL('https://shop.example/thanks?order=7&x=1');
  });
});

describe('a waiting page without connection', () => {
  it('warns after seven seconds not to pay again, and continues when requests succeed again', async () => {
    checkout.payment.setCodeStage({ stage: 'waiting' });
    tab = await openTab(browser, checkout.origin);
    const { page } = tab;
    await stopClock(page);
    for (const path of ['**/events', '**/status']) await page.route(path, (route) => route.abort());
    await page.goto(checkout.pageUrl);
    await page.clock.fastForward(6_000);
    expect(await page.locator('#offline').isVisible()).toBe(false);
    await page.clock.fastForward(1_500);
    await page.getByText('No connection. Do not pay again: we keep checking.').first().waitFor();
    expect(await page.locator('#said').textContent()).toBe('No connection. Do not pay again: we keep checking.');
    await page.unroute('**/status');
    await until(
      async () => {
        await page.clock.fastForward(10_000);
        return page.locator('#offline').isVisible();
      },
      (visible) => !visible,
    );
    checkout.payment.setCodeStage({ stage: 'rejected' });
    await until(
      async () => {
        await page.clock.fastForward(10_000);
        return page.getByRole('heading', { name: 'Payment not made' }).isVisible();
      },
      (visible) => visible,
    );
    tab.problems.length = 0; // the browser's errors about aborted requests
  });
});

describe('a polling page that loses its connection', () => {
  it('shows the notice that there is no connection', async () => {
    checkout.payment.setCodeStage({ stage: 'waiting' });
    tab = await openTab(browser, checkout.origin);
    const { page } = tab;
    await page.route('**/events', (route) => route.fulfill({ status: 503 })); // too many streams are open
    const polled = page.waitForResponse('**/status');
    await page.goto(checkout.pageUrl);
    expect((await polled).status()).toBe(200);
    await page.locator('#offline').waitFor({ state: 'hidden' }); // on a slow machine the page may show it before the response
    await page.route('**/status', (route) => route.abort());
    await page.locator('#offline').waitFor({ state: 'visible' });
    tab.problems.length = 0; // the browser's errors about aborted requests
  });
});

describe('the remaining time', () => {
  it('is shown for the last five minutes, announced at 60, 30 and 10 seconds, and ends with the page of the expired payment', async () => {
    checkout.payment.setView({ expiresAt: new Date(NOW.getTime() + 302_000) });
    tab = await openTab(browser, checkout.origin);
    const { page } = tab;
    await stopClock(page);
    await page.goto(checkout.pageUrl);
    const [timer, liveRegion] = [page.locator('.countdown'), page.locator('#said')];
    expect(await timer.textContent()).toBe('');
    await page.clock.fastForward(3_000);
    expect(await timer.textContent()).toBe('4:59');
    expect(await liveRegion.textContent()).toBe('');
    for (const [forward, timerText, announcement] of [
      [239_000, '1:00', '60 seconds left'],
      [30_000, '0:30', '30 seconds left'],
      [20_000, '0:10', '10 seconds left'],
    ] as const) {
      await page.clock.fastForward(forward);
      expect([await timer.textContent(), await liveRegion.textContent()]).toEqual([timerText, announcement]);
    }
    checkout.payment.setView({ stage: 'rejected', rejection: 'expired' });
    await page.clock.fastForward(10_000);
    await page.locator('p', { hasText: /^The time to pay has run out\.$/ }).waitFor();
  });
});

describe('the typed input', () => {
  it('is kept when the payer switches the language', async () => {
    const page = await visit();
    await page.getByText('T-Mobile', { exact: true }).click();
    await page.getByLabel('Mobile number').fill('500 600 700');
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Mit der Telefonrechnung zahlen' }).waitFor();
    expect(await page.getByLabel('Handynummer').inputValue()).toBe('500 600 700');
    expect(await page.locator('input[value=t-mobile]').isChecked()).toBe(true);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });
});

describe('the payment number', () => {
  it('can be copied, and the page confirms it', async () => {
    checkout.payment.setCodeStage({ stage: 'paid' });
    const page = await visit({ permissions: ['clipboard-read', 'clipboard-write'], clockStopped: true }); // so that the page does not redirect to the shop
    await page.getByRole('button', { name: 'Copy the payment number' }).click();
    await until(
      () => page.locator('#said').innerText(),
      (announcement) => announcement === 'The payment number is copied.',
    );
  });
});

describe('a page of another website', () => {
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
    problems.length = 0; // the browser's own error about the frame
  });
});
