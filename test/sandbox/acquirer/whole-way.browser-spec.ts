import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../../checkout/support/browser.js';
import { openTab } from '../../checkout/support/browser-page.js';
import { aCode, type AcquirerWorld, anAttempt, started, startAcquirerWorld } from './support/acquirer-world.js';

let world: AcquirerWorld;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([startAcquirerWorld(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('a payer %s', (_, javaScriptEnabled) => {
  it('logs in to the bank by keyboard alone, confirms, and is back at the shop', async () => {
    const attempt = anAttempt({ returnUrl: 'https://shop.example/back' });
    const known = started(attempt, await world.acquirer().start(attempt));
    const { page, problems, close } = await openTab(browser, world.sandbox.url, { javaScriptEnabled });
    await page.goto(`${world.sandbox.url}/acquirer/pay/${known.providerRef}`);
    await page.locator('#user').focus();
    await page.keyboard.type('demo');
    await page.keyboard.press('Tab');
    await page.keyboard.type('demo');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/confirm');
    await page.locator('.button.primary').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('https://shop.example/back');
    expect((await world.acquirer().ask(known)).outcome).toBe('paid');
    await page.goBack();
    await page.goto(`${world.sandbox.url}/acquirer/pay/${known.providerRef}`);
    expect(await page.locator('h1').innerText()).toBe('This payment is paid');
    expect(problems).toEqual([]);
    await close();
  });

  it('pays by card after 3-D Secure, and a wrong number is told beside its field', async () => {
    const attempt = anAttempt({ channel: 'card', returnUrl: 'https://shop.example/back' });
    const known = started(attempt, await world.acquirer().start(attempt));
    const { page, close } = await openTab(browser, world.sandbox.url, { javaScriptEnabled });
    await page.goto(`${world.sandbox.url}/acquirer/pay/${known.providerRef}`);
    const type = async (number: string): Promise<void> => {
      await page.locator('#number').fill(number);
      await page.locator('#expiry').fill('12/40');
      await page.locator('#cvc').fill('123');
      await page.locator('.button.primary').click();
    };
    await type('4242 4242 4242 4241');
    await page.locator('#number-error').waitFor();
    expect(await page.locator('#cvc').inputValue()).toBe('');
    await type('4242 4242 4242 4242');
    await page.waitForURL('**/confirm');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.waitForURL('https://shop.example/back');
    expect(await world.acquirer().ask(known)).toMatchObject({ outcome: 'failed', reason: 'authentication_failed' });
    await close();
  });

  it('shows a BLIK code in the bank’s app and confirms there', async () => {
    const { page, problems, close } = await openTab(browser, world.sandbox.url, { javaScriptEnabled });
    const bank = javaScriptEnabled ? 'morski' : 'polarny';
    await page.goto(`${world.sandbox.url}/bank-app/${bank}`);
    await page.locator('#new-code').click();
    const code = (await page.locator('.code').innerText()).replace(' ', '');
    const attempt = anAttempt({ channel: 'blik' });
    const known = started(attempt, await world.acquirer().start(attempt));
    await world.acquirer().submitCode(known, aCode(code));
    // The page follows by itself: its script asks, or the browser loads it anew.
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Nothing waits.').waitFor();
    expect((await world.acquirer().ask(known)).outcome).toBe('paid');
    expect(problems).toEqual([]);
    await close();
  });
});
