import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { ChannelId } from '../../../src/connectors/acquirers/catalogue/channel-ids.js';
import { startBrowser } from '../../checkout/support/browser.js';
import { accessibilityProblems, layoutProblems, openTab } from '../../checkout/support/browser-page.js';
import {
  mandateCharge,
  codeSubmission,
  mandateRequest,
  type AcquirerWorld,
  attemptRequest,
  startedAttempt,
  startAcquirerWorld,
  startedMandate,
} from './support/acquirer-world.js';

const LONG_TEXT = 'W'.repeat(64);

let world: AcquirerWorld;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([startAcquirerWorld(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});

/** Starts a payment. @returns the path of its page. */
async function pathOfNewPayment(channel: ChannelId, currency = 'PLN'): Promise<string> {
  const attempt = attemptRequest({ channel, seller: LONG_TEXT, description: LONG_TEXT, money: { amountMinor: 123_456, currency } });
  return `/acquirer/pay/${startedAttempt(attempt, await world.acquirer().start(attempt)).providerRef}`;
}

/** Makes a payment that registers an alias wait in a bank's app, and lets the app display a new code. @returns the path of the app. */
async function pathOfAppWithPayment(): Promise<string> {
  const response = await fetch(`${world.sandbox.url}/bank-app/morski/code.json`, { method: 'POST' });
  const { code } = (await response.json()) as { code: string };
  const attempt = attemptRequest({ channel: 'blik', seller: LONG_TEXT, description: LONG_TEXT });
  const started = startedAttempt(attempt, await world.acquirer().start(attempt));
  const register = { reference: 'alias-1', value: crypto.randomUUID(), label: 'W'.repeat(35) };
  await world.acquirer().submitCode(started, { ...codeSubmission(code), register });
  await fetch(`${world.sandbox.url}/bank-app/morski/code.json`, { method: 'POST' });
  return '/bank-app/morski';
}

/** Makes subscriptions of all models and a charge wait in the bank's app. @returns the path of the app. */
async function pathOfAppWithSubscriptions(): Promise<string> {
  const { recurring } = world.acquirer();
  const terms = {
    limit: { amountMinor: 12_345_678, currency: 'PLN' },
    totalLimitMinor: 99_999_999,
    frequency: '14D',
    firstChargeOn: new Date('2030-01-02'),
    chargesLimit: 123,
    expiresAt: new Date('2036-01-02'),
  };
  const alias = { value: crypto.randomUUID(), label: 'W'.repeat(35) };
  const lines = ['W'.repeat(35), 'Second line', 'Third line'];
  const longRequest = mandateRequest({
    model: 'A',
    code: '654321', // not a test value, so the payer has to confirm in the app
    alias,
    terms,
    lines,
    money: { amountMinor: 12_345_678, currency: 'PLN' },
  });
  Object.assign(longRequest.attempt, { seller: LONG_TEXT, description: LONG_TEXT });
  await recurring.registerMandate(longRequest);
  for (const model of ['O', 'M'] as const) await recurring.registerMandate(mandateRequest({ model, code: '654321' }));
  const manual = mandateRequest({ model: 'M' });
  await recurring.registerMandate(manual);
  await recurring.chargeMandate(mandateCharge(startedMandate(manual), 12_345_678, { label: 'W'.repeat(35), lines }));
  return '/bank-app/debowy';
}

/** Registers active subscriptions and an active alias in the bank's app. @returns the path of the app. */
async function pathOfAppWithRegistrations(): Promise<string> {
  for (const model of ['A', 'O', 'M'] as const) await world.acquirer().recurring.registerMandate(mandateRequest({ model, code: '777123' }));
  const attempt = attemptRequest({ channel: 'blik' });
  const register = { reference: crypto.randomUUID().replaceAll('-', ''), value: crypto.randomUUID(), label: 'W'.repeat(35) };
  await world
    .acquirer()
    .submitCode(startedAttempt(attempt, await world.acquirer().start(attempt)), { ...codeSubmission('777123'), register });
  return '/bank-app/debowy';
}

const submit = async (page: Page): Promise<void> => {
  await page.evaluate(`document.querySelector('form').submit()`); // skips the browser's own validation
  await page.locator('.field-error').first().waitFor();
};
const openDetails = (page: Page): Promise<void> => page.locator('summary').first().click();

const PAGES: [string, () => string | Promise<string>, ((page: Page) => Promise<void>)?][] = [
  ['the acquirer’s tables of test values', () => '/acquirer'],
  ['a bank’s login', () => pathOfNewPayment('mbank')],
  ['a bank’s login with errors', () => pathOfNewPayment('ing'), submit],
  ['a bank’s confirmation', async () => `${await pathOfNewPayment('santander')}/confirm`, openDetails],
  ['a card', () => pathOfNewPayment('card', 'EUR'), openDetails],
  ['a card with errors', () => pathOfNewPayment('card'), submit],
  ['3-D Secure', async () => `${await pathOfNewPayment('card')}/confirm`],
  ['a wallet’s login', () => pathOfNewPayment('skrill')],
  ['a wallet in a phone', () => pathOfNewPayment('google-pay')],
  ['a voucher', () => pathOfNewPayment('paysafecard')],
  ['a voucher with errors', () => pathOfNewPayment('paysafecard'), submit],
  ['a payment in cash', () => pathOfNewPayment('paysafecash')],
  ['a QR code', () => pathOfNewPayment('pix', 'BRL')],
  ['a boleto', () => pathOfNewPayment('boleto', 'BRL')],
  ['the choice of a bank’s app', () => '/bank-app'],
  ['a bank’s app without work', () => '/bank-app/polarny'],
  ['a bank’s app with a payment that waits', pathOfAppWithPayment],
  ['a bank’s app with subscriptions that wait', pathOfAppWithSubscriptions],
  ['a bank’s app with subscriptions and aliases', pathOfAppWithRegistrations, openDetails],
  [
    'a payment that is over',
    async () => {
      const path = await pathOfNewPayment('mbank');
      await world.decideOnPage(path.split('/').at(-1) ?? '', 'INSUFFICIENT_FUNDS');
      return path;
    },
  ],
];

describe.each(PAGES)('the simulated page "%s"', (_, pathOf, prepare) => {
  it('is accessible, fits every screen and loads nothing from other origins', async () => {
    const { page, problems, close } = await openTab(browser, world.sandbox.url);
    await page.goto(world.sandbox.url + (await pathOf()));
    await prepare?.(page);
    await page.waitForLoadState();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await layoutProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    const url = new URL(page.url());
    url.searchParams.set('lang', 'pl');
    await page.goto(url.href);
    expect(await layoutProblems(page)).toEqual([]);
    await close();
  });
});

it('the tables of test values fit on three screens of a phone, and each table opens by a click', async () => {
  const { page, close } = await openTab(browser, world.sandbox.url, { viewport: { width: 390, height: 844 } });
  await page.goto(`${world.sandbox.url}/acquirer`);
  expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(3 * 844);
  await page.locator('summary', { hasText: 'BLIK codes' }).first().click();
  expect(await page.getByText('000001').isVisible()).toBe(true);
  await close();
});
