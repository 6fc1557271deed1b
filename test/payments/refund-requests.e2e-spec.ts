import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from '../support/world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { FakeAcquirer } from './support/fake-acquirer.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { type RefundShop, refundShop, sendRefunds } from './support/refund-shop.js';

let world: World;
let payments: PaymentWorld;
let acquirer: FakeAcquirer;
let shop: PaymentShop;
let refunds: RefundShop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  acquirer = payments.acquirer;
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  Object.assign(acquirer, new FakeAcquirer('fake'));
  shop = await payments.openPaymentShop();
  refunds = refundShop(world, shop);
});
afterEach(async () => {
  while (await sendRefunds(world));
});

const list = (id: string) => shop.get(`/transactions/${id}/refunds`);
/** Pays another payment: the gateway keeps the commission of each, so one payment alone does not cover a refund of its whole amount. */
const fundWallet = (): Promise<string> => refunds.createPaidTransaction({ amount: 100 });

describe('POST …/refunds', () => {
  it.each([
    ['no body', undefined],
    ['{}', {}],
    ['[]', []],
    ['fields that the contract does not name', { reason: 'unwanted', refund: { id: [1] } }],
  ])('with %s refunds the rest of the payment', async (_, body) => {
    await fundWallet();
    const id = await refunds.createPaidTransaction({ amount: 12.3 });
    const response = await refunds.sendRefundRequest(id, body);
    expect([response.status, response.body]).toEqual([200, { success: true, data: { refund_id: expect.any(String) } }]);
    const shownRefund = await shop.get(`/transactions/${id}/refunds/${response.body.data.refund_id}`);
    expect(shownRefund.body.data).toEqual({
      id: response.body.data.refund_id,
      status: 'refund_new',
      amount: 12.3,
      currency: 'PLN',
      wallet_amount: 12.3,
      wallet_currency: 'PLN',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/),
      updated_at: shownRefund.body.data.created_at,
    });
  });

  it('refunds a part, and without an amount then the rest', async () => {
    await fundWallet();
    const id = await refunds.createPaidTransaction({ amount: 12.3 });
    await refunds.createNewRefund(id, 2.29);
    await refunds.createNewRefund(id);
    expect((await list(id)).body.data.map(({ amount }: { amount: number }) => amount)).toEqual([10.01, 2.29]);
  });

  it('only reserves the refund amount in the partner’s wallet, before anything is sent to the acquirer', async () => {
    const id = await refunds.createPaidTransaction({ amount: 100 });
    const before = await refunds.wallet();
    await refunds.createNewRefund(id, 40);
    expect(await refunds.wallet()).toEqual({ available: before.available - 4_000, reserved: 4_000 });
    expect(acquirer.refunds).toEqual([]);
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it.each([[0], [-1], [1.001], ['5'], [1_000_000], [[]], [{}], [true], [null]])('rejects the amount %j', async (amount) => {
    const id = await refunds.createPaidTransaction();
    const response = await refunds.sendRefundRequest(id, { amount });
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ['amount']]);
  });

  it.each(['[1]', '"5"', 'null', '[[]]', '[{}]'])('rejects the body %s', async (body) => {
    const response = await refunds.sendRefundRequest(await refunds.createPaidTransaction(), body);
    expect([response.status, response.body.errorCode, Object.keys(response.body.errors)]).toEqual([422, 'VALIDATION_ERROR', ['body']]);
  });

  it('responds 409 TRANSACTION_NOT_PAID for a payment that is not paid', async () => {
    const id = await shop.createNewPayment();
    const request = async () => refunds.sendRefundRequest(id);
    expect([(await request()).status, (await request()).body]).toEqual([
      409,
      {
        success: false,
        errorCode: 'TRANSACTION_NOT_PAID',
        message: 'Only a paid transaction can be refunded. This one is transaction_new.',
      },
    ]);
    await shop.beginAttempt(id);
    expect((await request()).body.message).toContain('transaction_generated');
    await world.moveTimeForward({ hours: 2 });
    await payments.expirePayments();
    await payments.pollAttempts();
    expect((await request()).body.errorCode).toBe('TRANSACTION_NOT_PAID');
  });

  it('responds 400 REFUND_AMOUNT_TOO_HIGH for more than the rest of the payment, and pending refunds count', async () => {
    await fundWallet();
    const id = await refunds.createPaidTransaction({ amount: 12.3 });
    const tooHigh = { success: false, errorCode: 'REFUND_AMOUNT_TOO_HIGH', message: expect.any(String) };
    expect(await refunds.sendRefundRequest(id, { amount: 12.31 })).toMatchObject({ status: 400, body: tooHigh });
    await refunds.createNewRefund(id, 12);
    expect(await refunds.sendRefundRequest(id, { amount: 0.31 })).toMatchObject({ status: 400, body: tooHigh });
    await refunds.createNewRefund(id, 0.3);
    expect(await refunds.sendRefundRequest(id)).toMatchObject({ status: 400, body: tooHigh });
    await sendRefunds(world);
    expect(await shop.readStatus(id)).toBe('refunded');
    expect(await refunds.sendRefundRequest(id)).toMatchObject({ status: 400, body: tooHigh });
  });

  it('responds 400 WALLET_BALANCE_TOO_LOW for more than the wallet has, and reserves nothing', async () => {
    const id = await refunds.createPaidTransaction({ amount: 12.3 });
    const before = await refunds.wallet();
    expect(before.available).toBeLessThan(1_230);
    expect(await refunds.sendRefundRequest(id)).toMatchObject({
      status: 400,
      body: {
        success: false,
        errorCode: 'WALLET_BALANCE_TOO_LOW',
        message: `The refund takes 12.30 PLN from the wallet, and ${(before.available / 100).toFixed(2)} PLN are available. Commission is not given back.`,
      },
    });
    // The wallet belongs to the partner, and this token can access only one of the partner’s services.
    const { token } = await shop.shop.newToken({ serviceIds: [shop.serviceId] });
    const limitedResponse = await world.http.post(`/payment/${shop.serviceId}/transactions/${id}/refunds`, { token });
    expect(limitedResponse.body.message).toBe(
      'The refund takes 12.30 PLN from the wallet, and less is available. Commission is not given back.',
    );
    expect(await refunds.wallet()).toEqual(before);
    expect((await list(id)).body.data).toEqual([]);
    await refunds.createNewRefund(id, before.available / 100);
    expect(await refunds.wallet()).toEqual({ available: 0, reserved: before.available });
  });

  it('responds 400 REFUND_NOT_SUPPORTED for a channel without refunds', async () => {
    const id = await refunds.createPaidTransaction({ amount: 50, currency: 'EUR' }, 'paysafecash');
    expect(await refunds.sendRefundRequest(id, { amount: 1 })).toMatchObject({
      status: 400,
      body: { success: false, errorCode: 'REFUND_NOT_SUPPORTED', message: 'The payment’s channel does not give money back.' },
    });
  });

  it('rejects refunds that the channel does not support', async () => {
    await fundWallet();
    const id = await refunds.createPaidTransaction({ amount: 10 });
    const setLimits = (limits: object): void => void Object.assign(acquirer.capabilities.mbank?.refunds ?? {}, limits);
    const rejectionMessage = async (amount?: number) =>
      (await refunds.sendRefundRequest(id, amount === undefined ? {} : { amount })).body.message as string;
    setLimits({ partial: false });
    expect(await rejectionMessage(9.99)).toBe('The payment’s channel gives back the whole payment only.');
    setLimits({ partial: true, several: false });
    await refunds.createNewRefund(id, 1);
    expect(await rejectionMessage(1)).toBe('The payment’s channel gives money back once only.');
    setLimits({ several: true, withinDays: 2 });
    await world.moveTimeForward({ hours: 48 });
    expect(await rejectionMessage(1)).toBe('The payment’s channel gives money back for 2 days only.');
    setLimits({ withinDays: 3 });
    expect((await refunds.sendRefundRequest(id, { amount: 1 })).status).toBe(200);
    acquirer.capabilities.mbank = undefined;
    expect(await rejectionMessage(1)).toBe('The payment’s channel does not give money back.');
  });

  it('with an idempotency key makes one refund, and repeats error responses', async () => {
    await fundWallet();
    const id = await refunds.createPaidTransaction({ amount: 12.3 });
    const call = { headers: { 'Idempotency-Key': randomUUID() } };
    const responses = await Promise.all([1, 2, 3].map(() => refunds.sendRefundRequest(id, { amount: 3 }, call)));
    const repeated = await refunds.sendRefundRequest(id, { amount: 3 }, call);
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect(responses.filter(({ status }) => status === 200).map(({ text }) => text)).toContain(repeated.text);
    expect((await list(id)).body.data).toHaveLength(1);
    expect((await refunds.sendRefundRequest(id, { amount: 4 }, call)).status).toBe(422);
    const rejectedCall = { headers: { 'Idempotency-Key': randomUUID() } };
    expect((await refunds.sendRefundRequest(id, { amount: 12 }, rejectedCall)).status).toBe(400);
    await sendRefunds(world);
    expect((await refunds.sendRefundRequest(id, { amount: 12 }, rejectedCall)).headers.get('idempotency-replayed')).toBe('true');
  });

  it('works while the service is not active, because its earlier payments may have to be refunded', async () => {
    await fundWallet();
    const id = await refunds.createPaidTransaction();
    await world.database.query(`UPDATE service SET status = 'service_blocked' WHERE id = $1`, [shop.serviceId]);
    expect((await refunds.sendRefundRequest(id)).status).toBe(200);
  });
});

describe('the response to a missing resource or ability', () => {
  it('is 404 TRANSACTION_NOT_FOUND for a payment that is unknown, malformed or of another service', async () => {
    const other = await refundShop(world, await payments.openPaymentShop()).createPaidTransaction();
    for (const id of [randomUUID(), 'x', other])
      for (const response of [
        await refunds.sendRefundRequest(id),
        await refunds.sendRefundRequest(id, { amount: 'x' }),
        await list(id),
        await shop.get(`/transactions/${id}/refunds/${randomUUID()}`),
      ])
        expect([response.status, response.body]).toEqual([404, { success: false, errorCode: 'TRANSACTION_NOT_FOUND' }]);
  });

  it('is 404 ROUTE_NOT_FOUND for a refund that is unknown, malformed or of another payment', async () => {
    await fundWallet();
    const [id, other] = [await refunds.createPaidTransaction(), await refunds.createPaidTransaction()];
    const refund = await refunds.createNewRefund(other, 1);
    for (const refundId of [randomUUID(), 'x', refund, id]) {
      const response = await shop.get(`/transactions/${id}/refunds/${refundId}`);
      expect([response.status, response.body]).toEqual([404, { success: false, errorCode: 'ROUTE_NOT_FOUND' }]);
    }
  });

  it('is 403 for a token without the ability of the operation', async () => {
    await fundWallet();
    const id = await refunds.createPaidTransaction();
    const refund = await refunds.createNewRefund(id, 1);
    const path = `/transactions/${id}/refunds`;
    const statusesWithAbilities = async (...abilities: string[]) => {
      const { token } = await shop.shop.newToken({ abilities });
      const responses = [
        await shop.get(path, { token }),
        await shop.get(`${path}/${refund}`, { token }),
        await refunds.sendRefundRequest(id, { amount: 1 }, { token }),
      ];
      return responses.map(({ status }) => status);
    };
    expect(await statusesWithAbilities('payment.transactions.show')).toEqual([403, 403, 403]);
    expect(await statusesWithAbilities('payment.refunds')).toEqual([200, 403, 403]);
    expect(await statusesWithAbilities('payment.refunds.show')).toEqual([403, 200, 403]);
    expect(await statusesWithAbilities('payment.refunds.create')).toEqual([403, 403, 200]);
  });
});
