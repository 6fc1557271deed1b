import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { expectLedgerValid } from '../payments/support/expect-ledger-valid.js';
import { until } from '../support/until.js';
import { waitUntilVisible, delayPageRefreshes } from './support/browser-page.js';
import { type LifecyclePayer, type Lifecycles, type LifecycleShop, startLifecycles } from './support/subscription-lifecycle.js';

let lifecycles: Lifecycles;
let shop: LifecycleShop;
let payer: LifecyclePayer;
let email: string;
let testNumber = 0;
beforeAll(async () => {
  delayPageRefreshes();
  lifecycles = await startLifecycles();
  shop = lifecycles.shop;
});
afterAll(() => lifecycles.stop());
beforeEach(() => {
  email = `reader-${(testNumber += 1)}@example.com`;
});
afterEach(async () => {
  const problems = payer.problems();
  await payer.close();
  expect(problems).toEqual([]);
  await expectLedgerValid(lifecycles.world);
});

const waitForHeading = (name: string): Promise<void> => waitUntilVisible(payer.page.getByRole('heading', { name, level: 1 }));
const press = (name: string | RegExp): Promise<void> => payer.page.getByRole('button', { name }).click();
/** The request or registration with this heading in the bank's app. */
const inTheApp = (name: string): Locator => payer.app.getByRole('group', { name });

interface AgreedMandate {
  id: string;
  aliasId: string;
  /** Id of the payment with which the subscription began. */
  firstPaymentId: string;
}

/** Sets up a subscription: the partner offers it, the payer reads the terms, types the code of the bank's app and accepts in the app. */
async function agree(amount: number, options: object, { button, done }: { button: RegExp; done: string }): Promise<AgreedMandate> {
  const alias = { value: `reader-${testNumber}`, type: 'PAYID', label: `Books for ${testNumber}` };
  const { id: firstPaymentId, url } = await shop.offerSubscription(amount, { alias, options }, email);
  await payer.page.goto(url);
  await waitForHeading('BLIK Recurring Payments');
  expect(await payer.page.locator('.agreement').innerText()).toContain(alias.label);
  await payer.page.getByLabel('BLIK code').fill(await payer.createBlikCode());
  await press(button);
  await waitForHeading('Confirm in your bank’s app');

  const request = inTheApp(alias.label);
  await waitUntilVisible(request);
  for (const text of ['Test Shop', 'A book a month']) expect(await request.innerText()).toContain(text);
  await request.getByRole('button', { name: amount === 0 ? 'Accept' : 'Accept and pay' }).click();
  await waitForHeading(done);
  const subscription = await until(
    async () => (await shop.read('/subscriptions'))[0],
    ({ status }) => status === 'subscription_active', // the subscription may become active later than its payment is paid
  );
  expect(subscription.blik.alias).toMatchObject({ ...alias, status: 'alias_active' });
  return { firstPaymentId, id: subscription.id as string, aliasId: subscription.blik.alias.id as string };
}

const waitUntilPaid = (id: string): Promise<string> =>
  until(
    () => shop.status(id),
    (status) => status === 'transaction_paid',
  );

/** Charges the payer without a confirmation. @returns the id of the payment. */
async function charge(id: string, amount: number, attempt: number): Promise<string> {
  const result = await shop.charge(id, amount, attempt, email);
  expect([result.answer.status, result.answer.body.data]).toEqual([200, { needsUserConfirmation: false }]);
  return result.id;
}

/** Expects the error code for a charge. @returns the id of the payment. */
async function chargeWithError(id: string, amount: number, attempt: number, code: string): Promise<string> {
  const result = await shop.charge(id, amount, attempt, email);
  expect([result.answer.status, result.answer.body.errorCode]).toEqual([400, code]);
  return result.id;
}

/** Two purchases make the next charge exceed `PAYMENT_HOLD_PER_EMAIL`, so the payer has to confirm the charge on the gateway's page. */
async function confirmChargeOnPage(id: string, amount: number, attempt: number): Promise<string> {
  await payer.page.goto('about:blank'); // an open page could reload itself at the same time and abort the next load
  for (let purchases = 0; purchases < 2; purchases += 1) await shop.payOtherPayment(email);
  const result = await shop.charge(id, amount, attempt, email);
  expect([result.answer.status, result.answer.body.data]).toEqual([200, { needsUserConfirmation: true }]);
  expect(await shop.status(result.id)).toBe('transaction_new');
  await payer.page.goto(`${lifecycles.world.http.baseUrl}/pay/${result.id}`);
  await waitForHeading('Do you want to pay this?');
  await press('Confirm and pay');
  return result.id;
}

/** Expects in the API and in the notifications that the subscription has ended, and that another charge is rejected. */
async function expectEnded({ id, aliasId }: AgreedMandate, status: string, cancelled: object | null): Promise<void> {
  const readSubscription = async () => (await shop.read(`/subscriptions?filter[uuid]=${id}`))[0];
  const subscription = await until(readSubscription, (row) => row.status === status);
  expect(subscription.cancelled).toEqual(cancelled);
  const [alias] = await shop.read(`/blik/aliases?filter[uuid]=${aliasId}`);
  expect([alias.status, alias.subscription.status]).toEqual(['alias_unregistered', status]);
  await expectNotifications(id, ['subscription_active', status]);
  await expectNotifications(aliasId, ['alias_active', 'alias_unregistered']);
  await chargeWithError(id, 10, 0, 'SUBSCRIPTION_NOT_ACTIVE');
}

/** Expects notifications with exactly these statuses about an object. */
async function expectNotifications(id: string, statuses: readonly string[]): Promise<void> {
  const received = await until(
    () => shop.receivedStatuses(id),
    (current) => current.length >= statuses.length,
  );
  expect(received).toEqual(statuses);
}

describe('the lifecycle of a subscription', () => {
  it('of model A has a first payment, monthly charges with one declined and one to confirm, and ends at the limit of its terms', async () => {
    payer = await lifecycles.openPayerBrowsers(true);
    const begin = lifecycles.now().plus({ months: 1 }).startOf('day');
    const agreed = await agree(
      30,
      {
        model: 'A',
        frequency: '1M',
        amountLimitPerTransaction: 800,
        amountLimitTotal: 900,
        transactionsCountLimit: 3,
        initiationDate: begin.toISODate(),
        expiresAt: begin.plus({ years: 1 }).toISODate(),
      },
      { button: /PLN 30\.00/, done: 'Paid' },
    );
    await expectNotifications(agreed.firstPaymentId, ['transaction_generated', 'transaction_paid']);
    await chargeWithError(agreed.id, 30, 0, 'INITIATION_DATE_NOT_REACHED');

    await lifecycles.forwardTo(begin);
    const first = await charge(agreed.id, 30, 0);
    await waitUntilPaid(first);
    await chargeWithError(agreed.id, 30, 0, 'FREQUENCY_LIMIT_EXCEEDED');

    await lifecycles.forwardTo(begin.plus({ months: 1 }));
    const declined = await chargeWithError(agreed.id, 777.91, 0, 'INSUFFICIENT_FUNDS');
    const retried = await charge(agreed.id, 30, 1);
    await waitUntilPaid(retried);

    await lifecycles.forwardTo(begin.plus({ months: 2 }));
    const confirmed = await confirmChargeOnPage(agreed.id, 30, 0);
    await waitForHeading('Paid');
    await waitUntilPaid(confirmed);

    for (const id of [first, retried, confirmed]) await expectNotifications(id, ['transaction_generated', 'transaction_paid']);
    await expectNotifications(declined, ['transaction_failure']);
    await expectEnded(agreed, 'subscription_finished', null);
  });

  it('of model O has no first payment, charges at any time, and ends by the payer in the app, also without JavaScript', async () => {
    payer = await lifecycles.openPayerBrowsers(false);
    const agreed = await agree(0, { model: 'O' }, { button: /PLN 0\.00/, done: 'Agreed' });
    await expectNotifications(agreed.firstPaymentId, ['transaction_generated', 'transaction_paid']);
    await chargeWithError(agreed.id, 2000.01, 0, 'AMOUNT_LIMIT_EXCEEDED');
    const small = await charge(agreed.id, 4.2, 0);
    await waitUntilPaid(small);
    await lifecycles.forwardTo(lifecycles.now().plus({ days: 3 }));
    const declined = await chargeWithError(agreed.id, 120, 0, 'INSUFFICIENT_FUNDS');
    const retried = await charge(agreed.id, 119, 1);
    await waitUntilPaid(retried);
    await expectNotifications(declined, ['transaction_failure']);
    await expectNotifications(retried, ['transaction_generated', 'transaction_paid']);

    await inTheApp(`Books for ${testNumber}`).getByRole('button', { name: 'Cancel the payments' }).click();
    await expectEnded(agreed, 'subscription_cancelled', { by: 'payer', reason: null });
    await payer.app.getByText('No shop is remembered').waitFor();
  });

  it('of model M has charges that are confirmed or refused in the app, one to confirm before, and ends by the bank', async () => {
    payer = await lifecycles.openPayerBrowsers(true);
    const agreed = await agree(12.3, { model: 'M', frequency: '1M' }, { button: /PLN 12\.30/, done: 'Paid' });
    const first = await charge(agreed.id, 45, 0);
    await inTheApp('PLN 45.00').getByRole('button', { name: 'Pay' }).click();
    await waitUntilPaid(first);

    await lifecycles.forwardTo(lifecycles.now().plus({ months: 1 }));
    const declined = await charge(agreed.id, 46, 0);
    await inTheApp('PLN 46.00').getByRole('button', { name: 'Refuse' }).click();
    await expectNotifications(declined, ['transaction_generated', 'transaction_failure']);
    const confirmed = await confirmChargeOnPage(agreed.id, 47, 1);
    await waitForHeading('Confirm in your bank’s app');
    await inTheApp('PLN 47.00').getByRole('button', { name: 'Pay' }).click();
    await waitForHeading('Paid');
    for (const id of [first, confirmed]) await expectNotifications(id, ['transaction_generated', 'transaction_paid']);

    await inTheApp(`Books for ${testNumber}`).getByRole('button', { name: 'End it as the bank' }).click();
    await expectEnded(agreed, 'subscription_cancelled', { by: 'blik', reason: null });
  });
});
