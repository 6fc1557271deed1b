import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import type { HttpResponse } from '../support/http-client.js';
import { moveToNoon } from '../support/noon.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { expectLedgerValid } from './support/expect-ledger-valid.js';
import { MANDATE_PAYER } from './support/subscription-shop.js';

const ZONE = 'Europe/Warsaw';
const MONTHS = 12;
/** The index of the month whose first charge is declined for lack of funds. */
const DECLINED_MONTH = 5;

interface SentNotification {
  type: string;
  data: { id: string; status: string };
}

let world: World;
let shop: Shop;
let servicePath: string;
/** The gateway uses the sandbox acquirer and its bank instead of fakes. Only business time is moved. */
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all', PAYMENT_HOLD_PER_EMAIL: '0' });
  await moveToNoon(world);
  const noon = now();
  await forwardTo(noon.set({ day: 10 }).plus({ months: noon.day > 10 ? 1 : 0 })); // A day that every month has.
  shop = await world.createPartnerShop();
  const notifyUrl = `${shop.receiver.url}/notify`;
  const { id } = await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books', notifyUrl });
  servicePath = `/payment/${id}`;
});
afterAll(() => world.stop());

const now = (): DateTime => DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: ZONE });
const post = (path: string, body: Record<string, unknown>): Promise<HttpResponse> =>
  world.http.post(servicePath + path, { token: shop.token, body });
const readData = async (path: string): Promise<HttpResponse['body']['data']> =>
  (await world.http.get(servicePath + path, { token: shop.token })).body.data;
const createPayment = async (amount: number): Promise<string> =>
  (await post('/transactions', { amount, ...MANDATE_PAYER })).body.data.transactionId as string;
const notifiedStates = (type: string): string[] =>
  shop.receiver
    .bodies<SentNotification>()
    .filter((notification) => notification.type === type)
    .map(({ data }) => data.status);
const waitForSubscription = async (status: string): Promise<{ status: string }> =>
  until(
    async () => (await readData('/subscriptions'))[0] as { status: string },
    (row) => row.status === status,
  );

async function createCharge(id: string, amount: number, attempt: number): Promise<{ response: HttpResponse; transactionId: string }> {
  const transactionId = await createPayment(amount);
  return { transactionId, response: await post(`/blik/subscriptions/${id}/autopayment`, { transactionId, attempt }) };
}

async function createPaidCharge(id: string, attempt: number): Promise<void> {
  const { response, transactionId } = await createCharge(id, 30, attempt);
  expect([response.status, response.body.data]).toEqual([200, { needsUserConfirmation: false }]);
  await until(
    () => readData(`/transactions/${transactionId}`),
    ({ status }) => status === 'transaction_paid',
  );
}

describe('a year of a subscription', () => {
  it('has twelve charges, one of them at the second attempt, and ends on its last day', async () => {
    const startDate = now();
    const options = {
      model: 'A',
      frequency: '1M',
      amountLimitPerTransaction: 800,
      amountLimitTotal: 2_000,
      initiationDate: startDate.toISODate(),
      expiresAt: startDate.plus({ months: MONTHS }).toISODate(),
    };
    const alias = { type: 'PAYID', value: 'a-year', label: 'Books' };
    const created = await post('/blik/subscriptions', { transactionId: await createPayment(0), ticket: { T6: '777123' }, alias, options });
    expect(created.status).toBe(201);
    const id = created.body.data.subscriptionId as string;
    await waitForSubscription('subscription_active');

    for (let month = 0; month < MONTHS; month += 1) {
      await forwardTo(startDate.plus({ months: month }));
      if (month === DECLINED_MONTH) {
        const { response } = await createCharge(id, 777.91, 0); // The sandbox declines this amount.
        expect([response.status, response.body.errorCode]).toEqual([400, 'INSUFFICIENT_FUNDS']);
      }
      await createPaidCharge(id, month === DECLINED_MONTH ? 1 : 0);
      expect((await createCharge(id, 30, 0)).response.body.errorCode).toBe('FREQUENCY_LIMIT_EXCEEDED');
    }

    await forwardTo(startDate.plus({ months: MONTHS, days: 2 }));
    await waitForSubscription('subscription_expired');
    expect((await createCharge(id, 30, 0)).response.body.errorCode).toBe('SUBSCRIPTION_NOT_ACTIVE');
    expect((await readData('/blik/aliases'))[0]).toMatchObject({ value: 'a-year', status: 'alias_expired' });
  });

  it('notifies the partner of each change, and the ledger is valid', async () => {
    await until(
      () => Promise.resolve(notifiedStates('subscription:status_changed')),
      (statuses) => statuses.length === 2,
    );
    expect(notifiedStates('subscription:status_changed')).toEqual(['subscription_active', 'subscription_expired']);
    await until(
      () => Promise.resolve(notifiedStates('blik:alias_status_changed')),
      (statuses) => statuses.length === 2,
    );
    expect(notifiedStates('blik:alias_status_changed')).toEqual(['alias_active', 'alias_expired']);
    await until(
      () => Promise.resolve(notifiedStates('transaction:status_changed').filter((status) => status === 'transaction_paid')),
      (paid) => paid.length === MONTHS + 1,
    );
    expect(notifiedStates('transaction:status_changed').filter((status) => status === 'transaction_failure')).toHaveLength(1);
    await expectLedgerValid(world);
  });
});

/** Moves business time to this moment or less than a minute past it. A moment in the past changes nothing. */
async function forwardTo(moment: DateTime): Promise<void> {
  const minutes = Math.ceil(moment.diff(now(), 'minutes').minutes);
  if (minutes > 0) await world.moveTimeForward({ minutes });
}
