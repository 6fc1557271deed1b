import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import { PollAcquirersService } from '../../src/products/payments/poll-acquirers.service.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { runCommandWith } from '../cli/cli-world.js';
import { type Buyer, createAndPay } from '../support/paid-payment.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';

let world: World;
let shop: Shop;
let buyer: Buyer;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await world.createPartnerShop();
  const { id: serviceId } = await world
    .get(CreateServiceForPayments)
    .run({ partnerId: shop.partnerId, name: 'Books', notifyUrl: `${shop.receiver.url}/notify` });
  buyer = { http: world.http, token: shop.token, serviceId };
  await createAndPay(buyer, 9_000);
});
afterAll(() => stopAndVerifyLedger(world));

const refundsOf = (payment: string): string => `/payment/${buyer.serviceId}/transactions/${payment}/refunds`;
const refund = async (amount: number): Promise<{ payment: string; id: string }> => {
  const payment = await createAndPay(buyer, 800);
  const { body } = await world.http.post(refundsOf(payment), { token: buyer.token, body: { amount } });
  return { payment, id: body.data.refund_id as string };
};
const statusOf = async ({ payment, id }: { payment: string; id: string }): Promise<string> => {
  const { body } = await world.http.get(`${refundsOf(payment)}/${id}`, { token: buyer.token });
  return (body.data.status as string).replace('refund_', '');
};
/** Runs the due work of workers and sandbox. For longer delays a test moves business time. */
const becomes = (which: { payment: string; id: string }, wanted: string): Promise<unknown> =>
  until(
    async () => {
      await world.get(PollAcquirersService).batch('refund', 'sandbox');
      await world.sandbox.deliverReports('due');
      return statusOf(which);
    },
    (status) => status === wanted,
  );

describe('the sandbox acquirer chooses the outcome of a refund by its amount', () => {
  it.each([
    [5.0, ['completed']],
    [777.91, ['rejected']],
    [777.92, ['pending', 'completed']],
    [777.93, ['pending', 'completed']],
    [777.94, ['completed']],
    [777.95, ['pending', 'failed']],
    [777.96, ['completed', 'failed']],
    [777.97, ['completed']],
    [777.98, ['pending', 'completed']],
    [777.99, ['pending', 'completed']],
  ])('for %d: %j', async (amount, statuses) => {
    const which = await refund(amount);
    for (const [index, status] of statuses.entries()) {
      if (index > 0) await world.moveTimeForward(amount === 777.99 ? { hours: 73 } : { seconds: 90 });
      await becomes(which, status);
    }
  });
});

it('transaction show prints the scenario of an amount', async () => {
  const { payment } = await refund(777.95);
  const { out } = await runCommandWith({ ...world.settings }, ['transaction', 'show', payment]);
  expect(out).toContain('the amount 777.95 means: pending, then failed: the account is closed');
  const ordinary = await createAndPay(buyer, 49.99);
  expect((await runCommandWith({ ...world.settings }, ['transaction', 'show', ordinary])).out).not.toContain('Test amounts');
});

describe('a partner of a refunded payment', () => {
  it('gets a notification of each change after new, in order, with a valid signature', async () => {
    const which = await refund(777.96);
    await becomes(which, 'completed');
    await world.moveTimeForward({ seconds: 90 });
    await becomes(which, 'failed');
    const requests = await until(
      () => shop.receiver.requests.filter(({ body }) => body.includes(which.id)),
      ({ length }) => length === 3,
    );
    const { bodyKey } = await world.get(ServiceKeys).signingKeys(buyer.serviceId);
    const leaves = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
    const bodies = requests.map(({ body }) => JSON.parse(body));
    for (const { signature, ...signed } of bodies)
      expect(
        createHash('sha256')
          .update(`${leaves(signed).join('|')}|${bodyKey}`)
          .digest('hex'),
      ).toBe(signature);
    expect(bodies.map(({ type, data: { status } }) => [type, status])).toEqual(
      ['refund_pending', 'refund_completed', 'refund_failed'].map((status) => ['transaction_refund:status_changed', status]),
    );
    expect(bodies[0].data).toMatchObject({
      service_id: buyer.serviceId,
      amount: { currency: 'PLN', value: '777.96', wallet_currency: 'PLN', wallet_value: '777.96' },
      transaction: { id: which.payment, payment_channel: 'blik', payment_type: 'blik' },
    });
  });

  it('gets a notification of the payment when it is refunded and when it is paid again', async () => {
    const payment = await createAndPay(buyer, 777.96);
    const { body } = await world.http.post(refundsOf(payment), { token: buyer.token });
    const which = { payment, id: body.data.refund_id as string };
    await becomes(which, 'completed');
    await world.moveTimeForward({ seconds: 90 });
    await becomes(which, 'failed');
    const notified = await until(
      () =>
        shop.receiver.requests
          .map(({ body: text }) => JSON.parse(text) as { type: string; data: { id: string; status: string } })
          .filter(({ type, data }) => type === 'transaction:status_changed' && data.id === payment)
          .map(({ data }) => data.status),
      ({ length }) => length === 4,
    );
    expect(notified).toEqual(['transaction_generated', 'transaction_paid', 'transaction_refunded', 'transaction_paid']);
  });
});

it('gets test money, which is not in a wallet of real money', async () => {
  const rows = await world.database.query<{ test: boolean }[]>('SELECT DISTINCT test FROM ledger_entry');
  expect(rows).toEqual([{ test: true }]);
});
