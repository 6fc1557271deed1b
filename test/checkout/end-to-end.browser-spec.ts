import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';
import { startBrowser } from './support/browser.js';
import { delayPageRefreshes, openTab, type WatchedPage } from './support/browser-page.js';

let world: World;
let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  delayPageRefreshes();
  [world, browser] = await Promise.all([startWorld({ ROLE: 'all', PUBLIC_URL: 'http://localhost' }), startBrowser()]);
  shop = await world.createPartnerShop();
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});

/** Creates a transaction and opens its page as a payer does after the redirect. */
async function openPayment(body: Record<string, unknown> = {}): Promise<WatchedPage & { id: string }> {
  const created = await shop.create({
    amount: 9.99,
    amountType: 'gross',
    returns: { success: 'https://shop.example/thanks', failure: 'https://shop.example/sorry' },
    ...body,
  });
  const { transactionId, redirectUrl } = created.body.data;
  const tab = await openTab(browser, world.http.baseUrl);
  await tab.page.goto(world.http.baseUrl + new URL(redirectUrl).pathname);
  return { ...tab, id: transactionId };
}

/** Reads the code in the operator's SMS from the page of the simulated phone. */
async function readCode(number: string): Promise<string> {
  const context = await browser.newContext();
  const phone = await context.newPage();
  await phone.goto(`${world.sandbox.url}/phone/${number}`);
  const code = await phone.locator('.code').first().innerText();
  await context.close();
  return code;
}

describe('a payer with a browser, the real gateway and the simulated operators', () => {
  it('can pay and return to the shop, which then reads the transaction as paid', async () => {
    const { page, problems, close, id } = await openPayment();
    await page.getByText('Play', { exact: true }).click();
    await page.getByLabel('Mobile number').fill('+48 601 600 700');
    await page.getByRole('button', { name: /^Get a code/ }).click();
    await page.getByText('to +48 601 600 700 (Play)').waitFor();

    const code = await readCode('48601600700');
    const wrongCode = code === '000000' ? '000001' : '000000';
    await page.getByLabel('Code from the SMS').fill(wrongCode);
    await page.getByRole('button', { name: 'Pay PLN 9.99' }).click();
    await page.getByText('2 tries left').waitFor();

    await page.getByLabel('Code from the SMS').fill(code);
    await page.getByRole('button', { name: 'Pay PLN 9.99' }).click();
    await page.getByRole('heading', { name: /Waiting|accepted|Paid/ }).waitFor();
    await world.sandbox.deliverCallbacks('all');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.waitForURL('https://shop.example/thanks');

    expect((await shop.get(`/transactions/${id}`)).body.data.status).toBe('transaction_db_payed');
    expect(problems).toEqual([]);
    await close();
  });

  it('sees why the operator declined', async () => {
    const { page, problems, close } = await openPayment();
    await page.getByText('Orange', { exact: true }).click();
    await page.getByLabel('Mobile number').fill('500 600 001');
    await page.getByRole('button', { name: /^Get a code/ }).click();
    await page.getByLabel('Code from the SMS').fill('123456');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.locator('.outcome').getByText('not enough credit').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('sees that the time to pay is over', async () => {
    const { page, close } = await openPayment();
    await world.moveTimeForward({ minutes: 31 });
    await page.getByText('Plus', { exact: true }).click();
    await page.getByLabel('Mobile number').fill('500 600 700');
    await page.getByRole('button', { name: /^Get a code/ }).click();
    await page.locator('.outcome').getByText('The time to pay has run out').waitFor();
    await close();
  });
});
