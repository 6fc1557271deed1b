import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type Notification, verifyDigest, verifyNotification } from '../../clients/typescript/src/index.js';
import { ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import { stopAndVerifyLedger } from '../payments/support/expect-ledger-valid.js';
import { openShop, type PaymentShop } from '../payments/support/payment-shop.js';
import { createSmsShop, type SmsShop } from '../sms/sms-shop.js';
import type { HttpResponse } from '../support/http-client.js';
import type { ReceivedRequest } from '../support/receiver.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { startBrowser } from './support/browser.js';
import { delayPageRefreshes, openTab, type WatchedPage } from './support/browser-page.js';

let world: World;
let browser: Browser;
/** One partner with a service of each product. */
let directBilling: Shop;
let payments: PaymentShop;
let sms: SmsShop;
beforeAll(async () => {
  delayPageRefreshes();
  [world, browser] = await Promise.all([startWorld({ ROLE: 'all', PUBLIC_URL: 'http://localhost' }), startBrowser()]);
  directBilling = await world.createPartnerShop();
  payments = await openShop(world, { shop: directBilling });
  sms = await createSmsShop(world, { partnerId: directBilling.partnerId });
});
afterAll(async () => {
  await browser.close();
  await stopAndVerifyLedger(world);
});

/** Opens the payment's page, to which the API sends the payer. */
async function openPage({ body }: HttpResponse): Promise<WatchedPage & { id: string }> {
  const { transactionId, redirectUrl } = body.data;
  const tab = await openTab(browser, world.http.baseUrl);
  await tab.page.goto(world.http.baseUrl + new URL(redirectUrl).pathname);
  return { ...tab, id: transactionId };
}

async function openPhone(path: string): Promise<WatchedPage> {
  const tab = await openTab(browser, world.sandbox.url);
  await tab.page.goto(`${world.sandbox.url}/phone/${path}`);
  return tab;
}

/** Reads the code from the latest SMS on the simulated phone, and closes its tab. */
async function readCode({ page, problems, close }: WatchedPage): Promise<string> {
  const code = await page.locator('.code').first().innerText();
  expect(problems).toEqual([]);
  await close();
  return code;
}

/** Waits for the notification of a state, and verifies both signatures as a partner does. */
async function waitForNotification(serviceId: string, id: string, status: string): Promise<Notification> {
  const { headers, body } = await until(
    () =>
      directBilling.receiver.requests.find(
        (request) => request.body.includes(id) && request.body.includes(`"${status}"`),
      ) as ReceivedRequest,
    (request) => request !== undefined,
  );
  const { bodyKey, webhookSecrets } = await world.get(ServiceKeys).signingKeys(serviceId);
  const { notification } = verifyNotification({ body, headers, secret: `whsec_${webhookSecrets[0]?.toString('base64')}` });
  expect(verifyDigest({ body, key: bodyKey })).toEqual(notification);
  return notification;
}

describe('a sale from the partner’s request to the end', () => {
  it('works for an online payment with BLIK, including the notification', async () => {
    const { page, problems, close, id } = await openPage(await payments.create({ amount: 12.3, control: 'order-1' }));
    await page.getByRole('textbox', { name: 'BLIK code' }).fill('777123');
    await page.getByRole('button', { name: 'Pay PLN 12.30' }).click();
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    expect(problems).toEqual([]);
    await close();
    expect(await waitForNotification(payments.serviceId, id, 'transaction_paid')).toMatchObject({
      type: 'transaction:status_changed',
      data: { id, status: 'transaction_paid', control: 'order-1', payment: { channel: 'blik' } },
    });
  });

  it('works for a phone bill with the code from the SMS, including the notification', async () => {
    const { page, problems, close, id } = await openPage(
      await directBilling.create({ amount: 9.99, amountType: 'gross', control: 'order-2' }),
    );
    await page.getByText('Play', { exact: true }).click();
    await page.getByLabel('Mobile number').fill('601 600 700');
    await page.getByRole('button', { name: /^Get a code/ }).click();
    await page.getByText('to +48 601 600 700 (Play)').waitFor();
    await page.getByLabel('Code from the SMS').fill(await readCode(await openPhone('48601600700')));
    await page.getByRole('button', { name: 'Pay PLN 9.99' }).click();
    await page.getByRole('heading', { name: /Waiting|accepted|Paid/ }).waitFor();
    await world.sandbox.deliverCallbacks('all');
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    expect(problems).toEqual([]);
    await close();
    expect(await waitForNotification(directBilling.serviceId, id, 'transaction_db_payed')).toMatchObject({
      id,
      status: 'transaction_db_payed',
      control: 'order-2',
    });
  });

  // The contract has no notification for SMS. The partner finds out about the message when it checks the code.
  it('works for an SMS with a code that is valid once', async () => {
    const phone = await openPhone('48500600800/write');
    await phone.page.getByLabel('Short number').fill('7055');
    await phone.page.getByLabel('Text').fill(sms.keyword);
    await phone.page.getByRole('button', { name: 'Send' }).click();
    const code = await readCode(phone);
    const [first, second] = [await sms.check(code, 7055), await sms.check(code, 7055)];
    expect(first.body.data).toMatchObject({ used: false, code, test: true, from: 48_500_600_800, number: 7055 });
    expect(second.body.data.used).toBe(true);
  });
});
