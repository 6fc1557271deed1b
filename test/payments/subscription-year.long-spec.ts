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
/** In this month the first charge is declined for lack of funds. */
const LEAN_MONTH = 5;

interface Told {
  type: string;
  data: { id: string; status: string };
}

let world: World;
let shop: Shop;
let path: string;
/** The gateway with the real sandbox acquirer and its bank, without fakes. Only business time is moved. */
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all', PAYMENT_HOLD_PER_EMAIL: '0' });
  await moveToNoon(world);
  const noon = now();
  await forwardTo(noon.set({ day: 10 }).plus({ months: noon.day > 10 ? 1 : 0 })); // A day that every month has.
  shop = await world.createPartnerShop();
  const notifyUrl = `${shop.receiver.url}/notify`;
  const { id } = await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books', notifyUrl });
  path = `/payment/${id}`;
});
afterAll(() => world.stop());

const now = (): DateTime => DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: ZONE });
const post = (to: string, body: Record<string, unknown>): Promise<HttpResponse> => world.http.post(path + to, { token: shop.token, body });
const read = async (from: string): Promise<HttpResponse['body']['data']> =>
  (await world.http.get(path + from, { token: shop.token })).body.data;
const payment = async (amount: number): Promise<string> =>
  (await post('/transactions', { amount, ...MANDATE_PAYER })).body.data.transactionId as string;
const notifiedStates = (type: string): string[] =>
  shop.receiver
    .bodies<Told>()
    .filter((event) => event.type === type)
    .map(({ data }) => data.status);
const subscription = async (status: string): Promise<{ status: string }> =>
  until(
    async () => (await read('/subscriptions'))[0] as { status: string },
    (row) => row.status === status,
  );

async function charge(id: string, amount: number, attempt: number): Promise<{ answer: HttpResponse; transactionId: string }> {
  const transactionId = await payment(amount);
  return { transactionId, answer: await post(`/blik/subscriptions/${id}/autopayment`, { transactionId, attempt }) };
}

async function paidCharge(id: string, attempt: number): Promise<void> {
  const { answer, transactionId } = await charge(id, 30, attempt);
  expect([answer.status, answer.body.data]).toEqual([200, { needsUserConfirmation: false }]);
  await until(
    () => read(`/transactions/${transactionId}`),
    ({ status }) => status === 'transaction_paid',
  );
}

describe('a year of a subscription', () => {
  it('has twelve charges, one of them at the second attempt, and ends on its last day', async () => {
    const begin = now();
    const options = {
      model: 'A',
      frequency: '1M',
      amountLimitPerTransaction: 800,
      amountLimitTotal: 2_000,
      initiationDate: begin.toISODate(),
      expiresAt: begin.plus({ months: MONTHS }).toISODate(),
    };
    const alias = { type: 'PAYID', value: 'a-year', label: 'Books' };
    const created = await post('/blik/subscriptions', { transactionId: await payment(0), ticket: { T6: '777123' }, alias, options });
    expect(created.status).toBe(201);
    const id = created.body.data.subscriptionId as string;
    await subscription('subscription_active');

    for (let month = 0; month < MONTHS; month += 1) {
      await forwardTo(begin.plus({ months: month }));
      if (month === LEAN_MONTH) {
        const { answer } = await charge(id, 777.91, 0);
        expect([answer.status, answer.body.errorCode]).toEqual([400, 'INSUFFICIENT_FUNDS']);
      }
      await paidCharge(id, month === LEAN_MONTH ? 1 : 0);
      expect((await charge(id, 30, 0)).answer.body.errorCode).toBe('FREQUENCY_LIMIT_EXCEEDED');
    }

    await forwardTo(begin.plus({ months: MONTHS, days: 2 }));
    await subscription('subscription_expired');
    expect((await charge(id, 30, 0)).answer.body.errorCode).toBe('SUBSCRIPTION_NOT_ACTIVE');
    expect((await read('/blik/aliases'))[0]).toMatchObject({ value: 'a-year', status: 'alias_expired' });
  });

  it('is notified step by step, and the ledger is valid', async () => {
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

/** Moves time some minutes past this moment, so that everything due at this moment is due. */
async function forwardTo(moment: DateTime): Promise<void> {
  const minutes = Math.ceil(moment.diff(now(), 'minutes').minutes);
  if (minutes > 0) await world.moveTimeForward({ minutes });
}
