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
const createRefund = async (amount: number): Promise<{ payment: string; id: string }> => {
  const payment = await createAndPay(buyer, 800);
  const { body } = await world.http.post(refundsOf(payment), { token: buyer.token, body: { amount } });
  return { payment, id: body.data.refund_id as string };
};
const statusOf = async ({ payment, id }: { payment: string; id: string }): Promise<string> => {
  const { body } = await world.http.get(`${refundsOf(payment)}/${id}`, { token: buyer.token });
  return (body.data.status as string).replace('refund_', '');
};
/**
 * Polls the due refunds and delivers the due callbacks of the sandbox until the refund has this status.
 * A step of the scenario that is due later needs business time to be moved first.
 */
const waitForStatus = (refund: { payment: string; id: string }, expectedStatus: string): Promise<unknown> =>
  until(
    async () => {
      await world.get(PollAcquirersService).batch('refund', 'sandbox');
      await world.sandbox.deliverCallbacks('due');
      return statusOf(refund);
    },
    (status) => status === expectedStatus,
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
    const refund = await createRefund(amount);
    // The sandbox completes a refund of 777.99 after three days, and takes every other next step within 90 seconds.
    for (const [index, status] of statuses.entries()) {
      if (index > 0) await world.moveTimeForward(amount === 777.99 ? { hours: 73 } : { seconds: 90 });
      await waitForStatus(refund, status);
    }
  });
});

it('the command transaction show prints the scenario of a test amount, and nothing for an ordinary amount', async () => {
  const { payment } = await createRefund(777.95);
  const { out } = await runCommandWith({ ...world.settings }, ['transaction', 'show', payment]);
  expect(out).toContain('the amount 777.95 means: pending, then failed: the account is closed');
  const ordinaryPayment = await createAndPay(buyer, 49.99);
  expect((await runCommandWith({ ...world.settings }, ['transaction', 'show', ordinaryPayment])).out).not.toContain('Test amounts');
});

describe('a partner of a refunded payment', () => {
  it('gets a notification of each status after new, in order, with a valid signature', async () => {
    const refund = await createRefund(777.96);
    await waitForStatus(refund, 'completed');
    await world.moveTimeForward({ seconds: 90 });
    await waitForStatus(refund, 'failed');
    const requests = await until(
      () => shop.receiver.requests.filter(({ body }) => body.includes(refund.id)),
      ({ length }) => length === 3,
    );
    const { bodyKey } = await world.get(ServiceKeys).signingKeys(buyer.serviceId);
    const leafValues = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(leafValues) : [value];
    const bodies = requests.map(({ body }) => JSON.parse(body));
    for (const { signature, ...signed } of bodies)
      expect(
        createHash('sha256')
          .update(`${leafValues(signed).join('|')}|${bodyKey}`)
          .digest('hex'),
      ).toBe(signature);
    expect(bodies.map(({ type, data: { status } }) => [type, status])).toEqual(
      ['refund_pending', 'refund_completed', 'refund_failed'].map((status) => ['transaction_refund:status_changed', status]),
    );
    expect(bodies[0].data).toMatchObject({
      service_id: buyer.serviceId,
      amount: { currency: 'PLN', value: '777.96', wallet_currency: 'PLN', wallet_value: '777.96' },
      transaction: { id: refund.payment, payment_channel: 'blik', payment_type: 'blik' },
    });
  });

  it('gets a notification of the payment when it is refunded and when it is paid again', async () => {
    const payment = await createAndPay(buyer, 777.96);
    const { body } = await world.http.post(refundsOf(payment), { token: buyer.token });
    const refund = { payment, id: body.data.refund_id as string };
    await waitForStatus(refund, 'completed');
    await world.moveTimeForward({ seconds: 90 });
    await waitForStatus(refund, 'failed');
    const notifiedStatuses = await until(
      () =>
        shop.receiver.requests
          .map(({ body: text }) => JSON.parse(text) as { type: string; data: { id: string; status: string } })
          .filter(({ type, data }) => type === 'transaction:status_changed' && data.id === payment)
          .map(({ data }) => data.status),
      ({ length }) => length === 4,
    );
    expect(notifiedStatuses).toEqual(['transaction_generated', 'transaction_paid', 'transaction_refunded', 'transaction_paid']);
  });
});

it('all ledger entries of sandbox payments and refunds are test money', async () => {
  const rows = await world.database.query<{ test: boolean }[]>('SELECT DISTINCT test FROM ledger_entry');
  expect(rows).toEqual([{ test: true }]);
});
