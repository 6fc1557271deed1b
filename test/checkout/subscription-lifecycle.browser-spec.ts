import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { expectLedgerValid } from '../payments/support/expect-ledger-valid.js';
import { until } from '../support/until.js';
import { comesTo, letPagesStay } from './support/browser-page.js';
import { type LifecyclePayer, type Lifecycles, type LifecycleShop, startLifecycles } from './support/subscription-lifecycle.js';

let lives: Lifecycles;
let shop: LifecycleShop;
let payer: LifecyclePayer;
let email: string;
let count = 0;
beforeAll(async () => {
  letPagesStay();
  lives = await startLifecycles();
  shop = lives.shop;
});
afterAll(() => lives.stop());
beforeEach(() => {
  email = `reader-${(count += 1)}@example.com`;
});
afterEach(async () => {
  const problems = payer.problems();
  await payer.close();
  expect(problems).toEqual([]);
  await expectLedgerValid(lives.world);
});

const heading = (name: string): Promise<void> => comesTo(payer.page.getByRole('heading', { name, level: 1 }));
const press = (name: string | RegExp): Promise<void> => payer.page.getByRole('button', { name }).click();
/** What the bank's app asks, or holds, by its heading. */
const inTheApp = (name: string): Locator => payer.app.getByRole('group', { name });

interface Agreed {
  id: string;
  aliasId: string;
  /** Of the payment that it began with. */
  first: string;
}

/** From the partner's call to the mandate that stands: the payer reads it on the page, types the app's code and accepts in the app. */
async function agree(amount: number, options: object, { button, done }: { button: RegExp; done: string }): Promise<Agreed> {
  const alias = { value: `reader-${count}`, type: 'PAYID', label: `Books for ${count}` };
  const { id: first, url } = await shop.offer(amount, { alias, options }, email);
  await payer.page.goto(url);
  await heading('BLIK Recurring Payments');
  expect(await payer.page.locator('.agreement').innerText()).toContain(alias.label);
  await payer.page.getByLabel('BLIK code').fill(await payer.code());
  await press(button);
  await heading('Confirm in your bank’s app');

  const asked = inTheApp(alias.label);
  await comesTo(asked);
  for (const words of ['Test Shop', 'A book a month']) expect(await asked.innerText()).toContain(words);
  await asked.getByRole('button', { name: amount === 0 ? 'Accept' : 'Accept and pay' }).click();
  await heading(done);
  const subscription = await until(
    async () => (await shop.read('/subscriptions'))[0],
    ({ status }) => status === 'subscription_active', // told apart from the payment, and maybe after it
  );
  expect(subscription.blik.alias).toMatchObject({ ...alias, status: 'alias_active' });
  return { first, id: subscription.id as string, aliasId: subscription.blik.alias.id as string };
}

const paid = (id: string): Promise<string> =>
  until(
    () => shop.status(id),
    (status) => status === 'transaction_paid',
  );

async function charged(id: string, amount: number, attempt: number): Promise<string> {
  const charge = await shop.charge(id, amount, attempt, email);
  expect([charge.answer.status, charge.answer.body.data]).toEqual([200, { needsUserConfirmation: false }]);
  return charge.id;
}

async function refused(id: string, amount: number, attempt: number, code: string): Promise<string> {
  const charge = await shop.charge(id, amount, attempt, email);
  expect([charge.answer.status, charge.answer.body.errorCode]).toEqual([400, code]);
  return charge.id;
}

/** The payer buys twice, so that a rule against fraud is broken by the next charge; the gateway's page asks about it. */
async function confirmedOnPage(id: string, amount: number, attempt: number): Promise<string> {
  await payer.page.goto('about:blank'); // the page that is open might load itself just then
  for (let bought = 0; bought < 2; bought += 1) await shop.buy(email);
  const charge = await shop.charge(id, amount, attempt, email);
  expect([charge.answer.status, charge.answer.body.data]).toEqual([200, { needsUserConfirmation: true }]);
  expect(await shop.status(charge.id)).toBe('transaction_new');
  await payer.page.goto(`${lives.world.http.baseUrl}/pay/${charge.id}`);
  await heading('Do you want to pay this?');
  await press('Confirm and pay');
  return charge.id;
}

/** What became of it, by HTTP and by notification, and that nothing is charged any more. */
async function expectOver({ id, aliasId }: Agreed, status: string, cancelled: object | null): Promise<void> {
  const is = async () => (await shop.read(`/subscriptions?filter[uuid]=${id}`))[0];
  const subscription = await until(is, (row) => row.status === status);
  expect(subscription.cancelled).toEqual(cancelled);
  const [alias] = await shop.read(`/blik/aliases?filter[uuid]=${aliasId}`);
  expect([alias.status, alias.subscription.status]).toEqual(['alias_unregistered', status]);
  await told(id, ['subscription_active', status]);
  await told(aliasId, ['alias_active', 'alias_unregistered']);
  await refused(id, 10, 0, 'SUBSCRIPTION_NOT_ACTIVE');
}

async function told(id: string, statuses: readonly string[]): Promise<void> {
  const seen = await until(
    () => shop.told(id),
    (so) => so.length >= statuses.length,
  );
  expect(seen).toEqual(statuses);
}

describe('the lifecycle of a subscription', () => {
  it('of model A has a first payment, monthly charges with one declined and one to confirm, and ends at the limit of its terms', async () => {
    payer = await lives.payer(true);
    const begin = lives.now().plus({ months: 1 }).startOf('day');
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
    await told(agreed.first, ['transaction_generated', 'transaction_paid']);
    await refused(agreed.id, 30, 0, 'INITIATION_DATE_NOT_REACHED');

    await lives.forwardTo(begin);
    const first = await charged(agreed.id, 30, 0);
    await paid(first);
    await refused(agreed.id, 30, 0, 'FREQUENCY_LIMIT_EXCEEDED');

    await lives.forwardTo(begin.plus({ months: 1 }));
    const declined = await refused(agreed.id, 777.91, 0, 'INSUFFICIENT_FUNDS');
    const again = await charged(agreed.id, 30, 1);
    await paid(again);

    await lives.forwardTo(begin.plus({ months: 2 }));
    const held = await confirmedOnPage(agreed.id, 30, 0);
    await heading('Paid');
    await paid(held);

    for (const id of [first, again, held]) await told(id, ['transaction_generated', 'transaction_paid']);
    await told(declined, ['transaction_failure']);
    await expectOver(agreed, 'subscription_finished', null);
  });

  it('of model O has no first payment, charges at any time, and ends by the payer in the app, also without JavaScript', async () => {
    payer = await lives.payer(false);
    const agreed = await agree(0, { model: 'O' }, { button: /PLN 0\.00/, done: 'Agreed' });
    await told(agreed.first, ['transaction_generated', 'transaction_paid']);
    await refused(agreed.id, 2000.01, 0, 'AMOUNT_LIMIT_EXCEEDED');
    const small = await charged(agreed.id, 4.2, 0);
    await paid(small);
    await lives.forwardTo(lives.now().plus({ days: 3 }));
    const declined = await refused(agreed.id, 120, 0, 'INSUFFICIENT_FUNDS');
    const again = await charged(agreed.id, 119, 1);
    await paid(again);
    await told(declined, ['transaction_failure']);
    await told(again, ['transaction_generated', 'transaction_paid']);

    await inTheApp(`Books for ${count}`).getByRole('button', { name: 'Cancel the payments' }).click();
    await expectOver(agreed, 'subscription_cancelled', { by: 'payer', reason: null });
    await payer.app.getByText('No shop is remembered').waitFor();
  });

  it('of model M has charges that are confirmed or refused in the app, one to confirm before, and ends by the bank', async () => {
    payer = await lives.payer(true);
    const agreed = await agree(12.3, { model: 'M', frequency: '1M' }, { button: /PLN 12\.30/, done: 'Paid' });
    const first = await charged(agreed.id, 45, 0);
    await inTheApp('PLN 45.00').getByRole('button', { name: 'Pay' }).click();
    await paid(first);

    await lives.forwardTo(lives.now().plus({ months: 1 }));
    const declined = await charged(agreed.id, 46, 0);
    await inTheApp('PLN 46.00').getByRole('button', { name: 'Refuse' }).click();
    await told(declined, ['transaction_generated', 'transaction_failure']);
    const held = await confirmedOnPage(agreed.id, 47, 1);
    await heading('Confirm in your bank’s app');
    await inTheApp('PLN 47.00').getByRole('button', { name: 'Pay' }).click();
    await heading('Paid');
    for (const id of [first, held]) await told(id, ['transaction_generated', 'transaction_paid']);

    await inTheApp(`Books for ${count}`).getByRole('button', { name: 'End it as the bank' }).click();
    await expectOver(agreed, 'subscription_cancelled', { by: 'blik', reason: null });
  });
});
