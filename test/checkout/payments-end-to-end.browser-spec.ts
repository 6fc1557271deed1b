import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { expectLedgerValid } from '../payments/support/expect-ledger-valid.js';
import { FakeAcquirer, attemptResult } from '../payments/support/fake-acquirer.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from '../payments/support/payment-shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { startBrowser } from './support/browser.js';
import { waitUntilVisible, delayPageRefreshes, openAfterChange, openTab, type WatchedPage } from './support/browser-page.js';

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let browser: Browser;
beforeAll(async () => {
  delayPageRefreshes();
  [world, browser] = await Promise.all([startWorld({ PUBLIC_URL: 'http://localhost' }), startBrowser()]);
  payments = paymentWorld(world);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});
beforeEach(async () => {
  Object.assign(payments.acquirer, new FakeAcquirer('fake'));
  shop = await payments.openPaymentShop();
});
afterEach(() => expectLedgerValid(world));

/** Serves the pages of a fake bank: one whose form sends the payer back, and a 3-D Secure step. */
async function simulateBank(page: Page, returnUrl: string): Promise<void> {
  const form = (action: string, button: string) =>
    `<form method="post" action="${action}"><input type="hidden" name="status" value="FORGED"><button>${button}</button></form>`;
  await page.route('https://bank.example.test/**', (route) => {
    const isSecure = route.request().url().endsWith('/3ds');
    const body = isSecure ? form(returnUrl, 'Confirm in the app') : `${form('/3ds', 'Pay by card')}${form(returnUrl, 'Confirm')}`;
    return route.fulfill({ contentType: 'text/html', body });
  });
}

async function openPayment(javaScriptEnabled: boolean): Promise<WatchedPage & { id: string }> {
  const id = await shop.createNewPayment({ returns: { success: 'https://shop.example/thanks', failure: 'https://shop.example/sorry' } });
  const tab = await openTab(browser, world.http.baseUrl, { javaScriptEnabled });
  const url = `${world.http.baseUrl}/pay/${id}`;
  await simulateBank(tab.page, `${url}/return?lang=en`);
  await tab.page.goto(url);
  return { ...tab, id };
}

/** Leaves out the requests to the fake bank, the only other origin that is allowed. */
const unexpectedProblems = (problems: readonly string[]): string[] =>
  problems.filter((problem) => !problem.includes('https://bank.example.test/'));

describe.each([true, false])('a payer with a browser (JavaScript: %s)', (javaScript) => {
  it('pays with a BLIK code, after one that was refused', async () => {
    const { page, problems, close, id } = await openPayment(javaScript);
    payments.acquirer.onCode = ({ submission }) =>
      attemptResult({
        outcome: 'failed',
        reason: 'code_invalid',
        next: { kind: 'needsCode', alternatives: [] },
        submission: submission.reference,
      });
    await page.getByRole('textbox', { name: 'BLIK code' }).fill('123456');
    await page.getByRole('button', { name: 'Pay PLN 12.30' }).click();
    await page.getByText('4 codes left').waitFor();
    expect(await page.locator('#failure').innerText()).toContain('Enter a new code');

    payments.acquirer.onCode = new FakeAcquirer('fake').onCode;
    await page.getByRole('textbox', { name: 'BLIK code' }).pressSequentially('000777');
    if (javaScript) expect(await page.getByRole('textbox', { name: 'BLIK code' }).inputValue()).toBe('000 777');
    await page.getByRole('button', { name: 'Pay PLN 12.30' }).click();
    await page.getByRole('heading', { name: 'Confirm in your bank’s app' }).waitFor();
    expect(payments.acquirer.submittedCodes).toEqual(['123456', '000777']);
    await shop.reportAttempt(id, { outcome: 'paid' });
    await waitUntilVisible(page.getByRole('heading', { name: 'Paid' }));
    await page.getByRole('link', { name: 'Back to the shop' }).waitFor();
    expect([await shop.readStatus(id), problems]).toEqual(['paid', []]);
    await close();
  });

  it('pays by transfer: the form with which the bank sends the payer back is not trusted', async () => {
    const { page, problems, close, id } = await openPayment(javaScript);
    await page.getByText('mBank', { exact: true }).click();
    await page.getByRole('button', { name: 'Pay PLN 12.30' }).click();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('heading', { name: 'Go to your bank (mBank)' }).waitFor();
    expect(await shop.readStatus(id)).toBe('generated');

    await page.getByRole('link', { name: 'Go to your bank (mBank)' }).click();
    payments.acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    expect([await shop.readStatus(id), (await shop.attempts(id)).length, unexpectedProblems(problems)]).toEqual(['paid', 1, []]);
    await close();
  });

  it('pays by card with 3-D Secure, after another method was abandoned', async () => {
    const { page, problems, close, id } = await openPayment(javaScript);
    await page.getByText('mBank', { exact: true }).click();
    await page.getByRole('button', { name: 'Pay PLN 12.30' }).click();
    await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor();
    await page.goto(`${world.http.baseUrl}/pay/${id}`);
    await page.getByRole('button', { name: 'Another method' }).click();
    await page.getByText('Card', { exact: true }).click();
    await page.getByRole('button', { name: 'Pay PLN 12.30' }).click();
    await page.getByRole('button', { name: 'Pay by card' }).click();
    payments.acquirer.onPoll = () => attemptResult({ outcome: 'paid' });
    await page.getByRole('button', { name: 'Confirm in the app' }).click();
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    expect((await shop.attempts(id)).map(({ channel, state }) => [channel, state])).toEqual([
      ['mbank', 'lapsed'],
      ['card', 'paid'],
    ]);
    expect(unexpectedProblems(problems)).toEqual([]);
    await close();
  });
});

describe('a page of an unchanged payment', () => {
  /** Opens the page of a payment that waits for the confirmation in the bank's app. `prepare` runs before the page is loaded. */
  async function openWaitingPage(prepare: (page: Page) => Promise<unknown>) {
    const { page, close, id } = await openPayment(true);
    const loads: string[] = [];
    const change = async (): Promise<void> => {
      await shop.beginAttempt(id, 'blik');
      await shop.submitPayerCode(id, '123456');
      await prepare(page);
      page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
    };
    await openAfterChange(page, change, `${world.http.baseUrl}/pay/${id}`);
    await page.getByRole('heading', { name: 'Confirm in your bank’s app' }).waitFor();
    return { page, loads, close };
  }

  it('is not reloaded when the event stream repeats its state', async () => {
    const { page, loads, close } = await openWaitingPage((tab) =>
      tab.addInitScript(`window.messageCount = 0;
        window.EventSource = class extends EventSource { constructor(url) { super(url); this.addEventListener('message', () => (messageCount += 1)); } }`),
    );
    await until(
      () => page.evaluate<number>('messageCount'),
      (messageCount) => messageCount > 0,
    );
    await page.evaluate(`fetch(document.querySelector('[data-status]').dataset.status).then((response) => response.text())`); // sent after the page's own requests
    expect(loads).toHaveLength(1);
    await close();
  });

  it('is not reloaded when a poll returns the same state', async () => {
    const { page, loads, close } = await openWaitingPage((tab) => tab.route('**/events', (route) => route.abort()));
    for (let round = 0; round < 2; round += 1) await page.waitForResponse(/\/status/);
    expect(loads).toHaveLength(1);
    await close();
  });
});
