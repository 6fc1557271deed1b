import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../../checkout/support/browser.js';
import { waitUntilVisible, delayPageRefreshes, openTab } from '../../checkout/support/browser-page.js';
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

let world: AcquirerWorld;
let browser: Browser;
beforeAll(async () => {
  delayPageRefreshes();
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
  it('logs in to the bank and confirms with the keyboard alone, and returns to the shop', async () => {
    const attempt = attemptRequest({ returnUrl: 'https://shop.example/back' });
    const started = startedAttempt(attempt, await world.acquirer().start(attempt));
    const { page, problems, close } = await openTab(browser, world.sandbox.url, { javaScriptEnabled });
    await page.goto(`${world.sandbox.url}/acquirer/pay/${started.providerRef}`);
    await page.locator('#user').focus();
    await page.keyboard.type('demo');
    await page.keyboard.press('Tab');
    await page.keyboard.type('demo');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/confirm');
    await page.locator('.button.primary').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('https://shop.example/back');
    expect((await world.acquirer().poll(started)).outcome).toBe('paid');
    await page.goBack();
    await page.goto(`${world.sandbox.url}/acquirer/pay/${started.providerRef}`);
    expect(await page.locator('h1').innerText()).toBe('This payment is paid');
    expect(problems).toEqual([]);
    await close();
  });

  it('sees an error at the field of the card number, and refuses in 3-D Secure', async () => {
    const attempt = attemptRequest({ channel: 'card', returnUrl: 'https://shop.example/back' });
    const started = startedAttempt(attempt, await world.acquirer().start(attempt));
    const { page, close } = await openTab(browser, world.sandbox.url, { javaScriptEnabled });
    await page.goto(`${world.sandbox.url}/acquirer/pay/${started.providerRef}`);
    const submitCard = async (number: string): Promise<void> => {
      await page.locator('#number').fill(number);
      await page.locator('#expiry').fill('12/40');
      await page.locator('#cvc').fill('123');
      await page.locator('.button.primary').click();
    };
    await submitCard('4242 4242 4242 4241');
    await page.locator('#number-error').waitFor();
    expect(await page.locator('#cvc').inputValue()).toBe('');
    await submitCard('4242 4242 4242 4242');
    await page.waitForURL('**/confirm');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.waitForURL('https://shop.example/back');
    expect(await world.acquirer().poll(started)).toMatchObject({ outcome: 'failed', reason: 'authentication_failed' });
    await close();
  });

  it('displays a BLIK code in the bank’s app and confirms the payment in the app', async () => {
    const { page, problems, close } = await openTab(browser, world.sandbox.url, { javaScriptEnabled });
    const bank = javaScriptEnabled ? 'morski' : 'polarny';
    await page.goto(`${world.sandbox.url}/bank-app/${bank}`);
    await page.locator('#new-code').click();
    const code = (await page.locator('.code').innerText()).replace(' ', '');
    const attempt = attemptRequest({ channel: 'blik' });
    const started = startedAttempt(attempt, await world.acquirer().start(attempt));
    await world.acquirer().submitCode(started, codeSubmission(code));
    const confirm = page.getByRole('button', { name: 'Confirm' });
    await waitUntilVisible(confirm);
    await confirm.click();
    await page.getByText('Nothing to confirm.').waitFor();
    expect((await world.acquirer().poll(started)).outcome).toBe('paid');
    expect(problems).toEqual([]);
    await close();
  });

  it('reads the terms of a subscription, accepts, confirms a charge and cancels with the keyboard', async () => {
    const { page, problems, close } = await openTab(browser, world.sandbox.url, { javaScriptEnabled });
    const bank = javaScriptEnabled ? 'morski' : 'polarny';
    await page.goto(`${world.sandbox.url}/bank-app/${bank}`);
    await page.locator('#new-code').press('Enter');
    const code = (await page.locator('.code').innerText()).replace(' ', '');
    const { recurring } = world.acquirer();
    const terms = {
      ...mandateRequest().terms,
      frequency: '3M',
      firstChargeOn: new Date('2020-06-01T12:00:00Z'),
      expiresAt: new Date('2099-06-15T12:00:00Z'),
    };
    const alias = { value: crypto.randomUUID(), label: 'Gem Club' };
    const lines = ['Premium plan', 'Four players'];
    const mandate = mandateRequest({ model: 'M', code, alias, terms, lines, money: { amountMinor: 2_999, currency: 'PLN' } });
    await recurring.registerMandate(mandate);

    const mandateGroup = page.getByRole('group', { name: 'Gem Club' });
    await waitUntilVisible(mandateGroup);
    expect((await mandateGroup.innerText()).replaceAll('\u00a0', ' ')).toMatch(
      /The app asks you each time[^]*Ten gems a month\nPremium plan\nFour players[^]*the amount due[^]*every 3 months[^]*2020-06-01[^]*no limit[^]*2099-06-15[^]*PLN 29\.99/,
    );
    await page.locator(`#accept-${mandate.reference}`).focus();
    await page.keyboard.press('Enter');
    await page.locator(`#cancel-${mandate.reference}`).waitFor();
    expect(await recurring.pollMandate(startedMandate(mandate))).toMatchObject({ outcome: 'active', appKey: bank });
    expect((await world.acquirer().poll({ ...mandate.attempt, providerRef: null, data: null })).outcome).toBe('paid');

    const charge = mandateCharge(startedMandate(mandate), 4_500, { lines: ['March'] });
    await recurring.chargeMandate(charge);
    const chargeGroup = page.getByRole('group', { name: 'PLN 45.00' });
    await waitUntilVisible(chargeGroup);
    expect(await chargeGroup.innerText()).toContain('March');
    await page.locator(`#confirm-${charge.attempt.reference}`).press('Enter');
    await chargeGroup.waitFor({ state: 'detached' });
    expect((await world.acquirer().poll({ ...charge.attempt, providerRef: null, data: null })).outcome).toBe('paid');

    await page.locator('summary').press('Enter');
    expect(await page.getByRole('group', { name: 'Gem Club' }).innerText()).toContain('every 3 months');
    await page.locator(`#cancel-${mandate.reference}`).press('Enter');
    await page.getByText('No shop is remembered').waitFor();
    expect(await recurring.pollMandate(startedMandate(mandate))).toMatchObject({ outcome: 'revoked', by: 'payer' });
    expect(problems).toEqual([]);
    await close();
  });
});
