import { DateTime } from 'luxon';
import type { Browser, Page } from 'playwright-core';
import { BusinessClock } from '../../../src/common/time/clocks.js';
import { ServiceKeys } from '../../../src/platform/partners/keys/service-keys.js';
import { verifyNotification } from '../../../src/sandbox/inbox/verify-notification.js';
import { openShop, type PaymentShop } from '../../payments/support/payment-shop.js';
import { MANDATE_PAYER } from '../../payments/support/subscription-shop.js';
import { freePort } from '../../support/free-port.js';
import type { HttpResponse } from '../../support/http-client.js';
import { moveToNoon } from '../../support/noon.js';
import { until } from '../../support/until.js';
import { startWorld, type World } from '../../support/world.js';
import { startBrowser } from './browser.js';
import { openTab } from './browser-page.js';

const ZONE = 'Europe/Warsaw';
const BANK = 'morski';

/** A partner's program that uses only HTTP, and the notifications that it received. */
export interface LifecycleShop {
  /** Creates a payment that offers a subscription. @returns its id, and the page to which the payer is redirected */
  offerSubscription(amount: number, subscription: object, email: string): Promise<{ id: string; url: string }>;
  /** Creates a payment and charges it under the subscription. */
  charge(subscriptionId: string, amount: number, attempt: number, email: string): Promise<{ id: string; answer: HttpResponse }>;
  /** Lets the same payer pay another payment with a code. */
  payOtherPayment(email: string): Promise<void>;
  read(path: string): Promise<HttpResponse['body']['data']>;
  status(transactionId: string): Promise<string>;
  /** Statuses in the received notifications about an object, in their order. Verifies the signatures of each notification. */
  receivedStatuses(id: string): Promise<string[]>;
}

/** A payer with a browser, and a bank's app on another device. */
export interface LifecyclePayer {
  page: Page;
  app: Page;
  /** Gets a code from the app. */
  createBlikCode(): Promise<string>;
  /** Problems of the pages in browser and app, as in `WatchedPage`. */
  problems(): string[];
  close(): Promise<void>;
}

export interface Lifecycles {
  world: World;
  shop: LifecycleShop;
  now(): DateTime;
  forwardTo(moment: DateTime): Promise<void>;
  openPayerBrowsers(javaScriptEnabled: boolean): Promise<LifecyclePayer>;
  stop(): Promise<void>;
}

/** The real gateway with the simulated acquirer and the banks' apps, without fakes. Tests only move the time. */
export async function startLifecycles(): Promise<Lifecycles> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const addresses = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, SANDBOX_PORT: String(sandboxPort), SANDBOX_URL: sandbox };
  const [world, browser] = await Promise.all([startWorld({ ROLE: 'all', ...addresses, PAYMENT_HOLD_PER_EMAIL: '2' }), startBrowser()]);
  await moveToNoon(world);
  const now = (): DateTime => DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: ZONE });
  return {
    world,
    shop: createLifecycleShop(world, await openShop(world)),
    now,
    async forwardTo(moment) {
      const minutes = Math.ceil(moment.diff(now(), 'minutes').minutes);
      if (minutes > 0) await world.moveTimeForward({ minutes });
    },
    openPayerBrowsers: (javaScriptEnabled) => openLifecyclePayer(browser, world.http.baseUrl, sandbox, javaScriptEnabled),
    async stop() {
      await browser.close();
      await world.stop();
    },
  };
}

function createLifecycleShop(world: World, { serviceId, shop, get, ...payments }: PaymentShop): LifecycleShop {
  const { token, receiver } = shop;
  const base = `/payment/${serviceId}`;
  const paymentBody = (email: string, body: object): Record<string, unknown> => ({
    ...MANDATE_PAYER,
    customer: { ...MANDATE_PAYER.customer, email },
    ...body,
  });
  const read: LifecycleShop['read'] = async (path) => (await get(path)).body.data;
  const status: LifecycleShop['status'] = async (id) => (await read(`/transactions/${id}`)).status as string;
  return {
    read,
    status,
    async offerSubscription(amount, subscription, email) {
      const { status: code, body } = await payments.create(paymentBody(email, { amount, description: 'A book a month', subscription }));
      if (code !== 200) throw new Error(`The payment was not created: ${JSON.stringify(body)}`);
      return { id: body.data.transactionId as string, url: body.data.redirectUrl as string };
    },
    async charge(subscriptionId, amount, attempt, email) {
      const id = await payments.createNewPayment(paymentBody(email, { amount, description: 'Vol. 7' }));
      const body = { transactionId: id, attempt };
      return { id, answer: await world.http.post(`${base}/blik/subscriptions/${subscriptionId}/autopayment`, { token, body }) };
    },
    async payOtherPayment(email) {
      const id = await payments.createNewPayment(paymentBody(email, { amount: 5, directChannel: 'blik-level0' }));
      const { status: code } = await world.http.post(`${base}/blik/level0/${id}`, { token, body: { ticket: { T6: '777123' } } });
      if (code !== 204) throw new Error('The level-0 payment failed');
      await until(
        () => status(id),
        (current) => current === 'transaction_paid',
      );
    },
    async receivedStatuses(id) {
      const { bodyKey, webhookSecrets } = await world.get(ServiceKeys).signingKeys(serviceId);
      const webhookSecret = `whsec_${webhookSecrets[0]?.toString('base64')}`;
      const statuses = new Map<string, string>(); // a notification that was sent again counts once
      for (const { headers, body } of receiver.requests) {
        const { data } = JSON.parse(body) as { data: { id: string; status: string } };
        if (data.id !== id) continue;
        const receivedHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
        const received = { headers: receivedHeaders, body: Buffer.from(body), receivedAt: new Date(), ipnKey: bodyKey, webhookSecret };
        const { body: signature, header } = verifyNotification(received);
        const isGenuine = signature === 'valid' && header === 'valid';
        statuses.set(receivedHeaders['webhook-id'] ?? body, isGenuine ? data.status : `${data.status}, signed wrongly`);
      }
      return [...statuses.values()];
    },
  };
}

async function openLifecyclePayer(browser: Browser, gateway: string, sandbox: string, javaScriptEnabled: boolean): Promise<LifecyclePayer> {
  const [computer, phone] = [
    await openTab(browser, gateway, { javaScriptEnabled }),
    await openTab(browser, sandbox, { javaScriptEnabled }),
  ];
  const app = phone.page;
  await app.goto(`${sandbox}/bank-app/${BANK}`);
  return {
    page: computer.page,
    app,
    async createBlikCode() {
      await app.locator('#new-code').click();
      return app.locator('.code').innerText();
    },
    problems: () => [...computer.problems, ...phone.problems],
    async close() {
      await computer.close();
      await phone.close();
    },
  };
}
