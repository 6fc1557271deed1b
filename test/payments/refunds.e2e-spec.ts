import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PaymentPageQuery } from '../../src/products/payments/checkout/payment-page.query.js';
import { PaymentStatesQuery } from '../../src/products/payments/checkout/payment-states.query.js';
import { startWorld, type World } from '../support/world.js';
import { stopSound } from './support/expect-sound.js';
import { FakeChannel } from './support/fake-channel.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { type RefundShop, refundResult, refundShop, sendRefunds } from './support/refund-shop.js';

let world: World;
let payments: PaymentWorld;
let acquirer: FakeChannel;
let shop: PaymentShop;
let refunds: RefundShop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  acquirer = payments.acquirer;
});
afterAll(() => stopSound(world));
beforeEach(async () => {
  Object.assign(acquirer, new FakeChannel('fake'));
  shop = await payments.open();
  refunds = refundShop(world, shop);
});
afterEach(async () => {
  while (await sendRefunds(world));
});

const list = (id: string) => shop.get(`/transactions/${id}/refunds`);
/** The commission of a payment is the gateway's for good, so a refund of all of it takes money of another. */
const richer = (): Promise<string> => refunds.paid({ amount: 100 });

describe('POST …/refunds', () => {
  it.each([
    ['nothing', undefined],
    ['{}', {}],
    ['[]', []],
    ['{"amount":null}', { amount: null }],
    ['what the contract does not name', { reason: 'unwanted', amount: null, refund: { id: [1] } }],
  ])('with %s refunds all that is left', async (_, body) => {
    await richer();
    const id = await refunds.paid({ amount: 12.3 });
    const answer = await refunds.refund(id, body);
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: { refund_id: expect.any(String) } }]);
    const shown = await shop.get(`/transactions/${id}/refunds/${answer.body.data.refund_id}`);
    expect(shown.body.data).toEqual({
      id: answer.body.data.refund_id,
      status: 'refund_new',
      amount: 12.3,
      currency: 'PLN',
      wallet_amount: 12.3,
      wallet_currency: 'PLN',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/),
      updated_at: shown.body.data.created_at,
    });
  });

  it('with a part refunds it, and with nothing then the rest', async () => {
    await richer();
    const id = await refunds.paid({ amount: 12.3 });
    await refunds.refunded(id, 2.29);
    await refunds.refunded(id);
    expect((await list(id)).body.data.map(({ amount }: { amount: number }) => amount)).toEqual([10.01, 2.29]);
  });

  it('reserves the money, which it takes from nowhere else', async () => {
    const id = await refunds.paid({ amount: 100 });
    const before = await refunds.wallet();
    await refunds.refunded(id, 40);
    expect(await refunds.wallet()).toEqual({ available: before.available - 4_000, reserved: 4_000 });
    expect(acquirer.refunds).toEqual([]);
    expect(await shop.status(id)).toBe('paid');
  });

  it.each([[0], [-1], [1.001], ['5'], [1_000_000], [[]], [{}], [true]])('refuses the amount %j', async (amount) => {
    const id = await refunds.paid();
    const answer = await refunds.refund(id, { amount });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['amount']]);
  });

  it.each(['[1]', '"5"', 'null', '[[]]', '[{}]'])('refuses the body %s', async (body) => {
    const answer = await refunds.refund(await refunds.paid(), body);
    expect([answer.status, answer.body.errorCode, Object.keys(answer.body.errors)]).toEqual([422, 'VALIDATION_ERROR', ['body']]);
  });

  it('of what is not paid is 409 TRANSACTION_NOT_PAID', async () => {
    const id = await shop.payment();
    const of = async () => refunds.refund(id);
    expect([(await of()).status, (await of()).body]).toEqual([
      409,
      {
        success: false,
        errorCode: 'TRANSACTION_NOT_PAID',
        message: 'Only a paid transaction can be refunded. This one is transaction_new.',
      },
    ]);
    await shop.begin(id);
    expect((await of()).body.message).toContain('transaction_generated');
    await world.forward({ hours: 2 });
    await payments.expire();
    await payments.poll();
    expect((await of()).body.errorCode).toBe('TRANSACTION_NOT_PAID');
  });

  it('of more than is left is 400 REFUND_AMOUNT_TOO_HIGH; refunds under way count', async () => {
    await richer();
    const id = await refunds.paid({ amount: 12.3 });
    const tooHigh = { success: false, errorCode: 'REFUND_AMOUNT_TOO_HIGH', message: expect.any(String) };
    expect(await refunds.refund(id, { amount: 12.31 })).toMatchObject({ status: 400, body: tooHigh });
    await refunds.refunded(id, 12);
    expect(await refunds.refund(id, { amount: 0.31 })).toMatchObject({ status: 400, body: tooHigh });
    await refunds.refunded(id, 0.3);
    expect(await refunds.refund(id)).toMatchObject({ status: 400, body: tooHigh });
    await sendRefunds(world);
    expect(await shop.status(id)).toBe('refunded');
    expect(await refunds.refund(id)).toMatchObject({ status: 400, body: tooHigh });
  });

  it('of more than the wallet has is 400 WALLET_BALANCE_TOO_LOW, and reserves nothing', async () => {
    const id = await refunds.paid({ amount: 12.3 });
    const before = await refunds.wallet();
    expect(before.available).toBeLessThan(1_230);
    expect(await refunds.refund(id)).toMatchObject({
      status: 400,
      body: {
        success: false,
        errorCode: 'WALLET_BALANCE_TOO_LOW',
        message: `The refund takes 12.30 PLN from the wallet, and ${(before.available / 100).toFixed(2)} PLN are available. Commission is not given back.`,
      },
    });
    // The wallet is the partner's, and this token knows one of his services.
    const { token } = await shop.shop.newToken({ serviceIds: [shop.serviceId] });
    const limited = await world.http.post(`/payment/${shop.serviceId}/transactions/${id}/refunds`, { token });
    expect(limited.body.message).toBe('The refund takes 12.30 PLN from the wallet, and less is available. Commission is not given back.');
    expect(await refunds.wallet()).toEqual(before);
    expect((await list(id)).body.data).toEqual([]);
    await refunds.refunded(id, before.available / 100);
    expect(await refunds.wallet()).toEqual({ available: 0, reserved: before.available });
  });

  it('at a channel that gives nothing back is 400 REFUND_NOT_SUPPORTED', async () => {
    const id = await refunds.paid({ amount: 50, currency: 'EUR' }, 'paysafecash');
    expect(await refunds.refund(id, { amount: 1 })).toMatchObject({
      status: 400,
      body: { success: false, errorCode: 'REFUND_NOT_SUPPORTED', message: 'The payment’s channel does not give money back.' },
    });
  });

  it('is refused where the channel does not support it', async () => {
    await richer();
    const id = await refunds.paid({ amount: 10 });
    const limited = (limits: object): void => void Object.assign(acquirer.capabilities.mbank?.refunds ?? {}, limits);
    const refusal = async (amount?: number) => (await refunds.refund(id, amount === undefined ? {} : { amount })).body.message as string;
    limited({ partial: false });
    expect(await refusal(9.99)).toBe('The payment’s channel gives back the whole payment only.');
    limited({ partial: true, several: false });
    await refunds.refunded(id, 1);
    expect(await refusal(1)).toBe('The payment’s channel gives money back once only.');
    limited({ several: true, withinDays: 2 });
    await world.forward({ hours: 48 });
    expect(await refusal(1)).toBe('The payment’s channel gives money back for 2 days only.');
    limited({ withinDays: 3 });
    expect((await refunds.refund(id, { amount: 1 })).status).toBe(200);
    acquirer.capabilities.mbank = undefined;
    expect(await refusal(1)).toBe('The payment’s channel does not give money back.');
  });

  it('with an Idempotency-Key is made once, and its refusals are given again', async () => {
    await richer();
    const id = await refunds.paid({ amount: 12.3 });
    const call = { headers: { 'Idempotency-Key': randomUUID() } };
    const answers = await Promise.all([1, 2, 3].map(() => refunds.refund(id, { amount: 3 }, call)));
    const again = await refunds.refund(id, { amount: 3 }, call);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(answers.filter(({ status }) => status === 200).map(({ text }) => text)).toContain(again.text);
    expect((await list(id)).body.data).toHaveLength(1);
    expect((await refunds.refund(id, { amount: 4 }, call)).status).toBe(422);
    const poor = { headers: { 'Idempotency-Key': randomUUID() } };
    expect((await refunds.refund(id, { amount: 12 }, poor)).status).toBe(400);
    await sendRefunds(world);
    expect((await refunds.refund(id, { amount: 12 }, poor)).headers.get('idempotency-replayed')).toBe('true');
  });

  it('works while the service is not active: its past sales may have to be refunded', async () => {
    await richer();
    const id = await refunds.paid();
    await world.database.query(`UPDATE service SET status = 'service_blocked' WHERE id = $1`, [shop.serviceId]);
    expect((await refunds.refund(id)).status).toBe(200);
  });
});

describe('what is not there', () => {
  it('a payment is 404 TRANSACTION_NOT_FOUND: unknown, malformed or another service’s', async () => {
    const other = await refundShop(world, await payments.open()).paid();
    for (const id of [randomUUID(), 'x', other])
      for (const answer of [
        await refunds.refund(id),
        await refunds.refund(id, { amount: 'x' }),
        await list(id),
        await shop.get(`/transactions/${id}/refunds/${randomUUID()}`),
      ])
        expect([answer.status, answer.body]).toEqual([404, { success: false, errorCode: 'TRANSACTION_NOT_FOUND' }]);
  });

  it('a refund is 404 ROUTE_NOT_FOUND: unknown, malformed or another payment’s', async () => {
    await richer();
    const [id, other] = [await refunds.paid(), await refunds.paid()];
    const refund = await refunds.refunded(other, 1);
    for (const unknown of [randomUUID(), 'x', refund, id]) {
      const answer = await shop.get(`/transactions/${id}/refunds/${unknown}`);
      expect([answer.status, answer.body]).toEqual([404, { success: false, errorCode: 'ROUTE_NOT_FOUND' }]);
    }
  });

  it('an ability is 403', async () => {
    await richer();
    const id = await refunds.paid();
    const refund = await refunds.refunded(id, 1);
    const path = `/transactions/${id}/refunds`;
    const allowed = async (...abilities: string[]) => {
      const { token } = await shop.shop.newToken({ abilities });
      const answers = [
        await shop.get(path, { token }),
        await shop.get(`${path}/${refund}`, { token }),
        await refunds.refund(id, { amount: 1 }, { token }),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await allowed('payment.transactions.show')).toEqual([403, 403, 403]);
    expect(await allowed('payment.refunds')).toEqual([200, 403, 403]);
    expect(await allowed('payment.refunds.show')).toEqual([403, 200, 403]);
    expect(await allowed('payment.refunds.create')).toEqual([403, 403, 200]);
  });
});

describe('a refund', () => {
  it('goes out under its own name, and takes what the channel owes when it is completed', async () => {
    await richer();
    const id = await refunds.paid({ amount: 12.3 });
    const before = await refunds.wallet();
    const refund = await refunds.refunded(id, 2.3);
    await sendRefunds(world);
    expect(await refunds.status(refund)).toBe('completed');
    expect(acquirer.refunds).toMatchObject([{ reference: refund.replaceAll('-', ''), money: { amountMinor: 230, currency: 'PLN' } }]);
    expect(await refunds.wallet()).toEqual({ available: before.available - 230, reserved: 0 });
    expect(await payments.entries(id)).toMatchObject([
      { kind: 'payment.paid' },
      { kind: 'refund.reserved', lines: { 'partner:available': 230, 'partner:reserved': -230 } },
      { kind: 'refund.completed', lines: { 'partner:reserved': 230, 'platform:clearing:mbank': -230 } },
    ]);
    expect(await shop.status(id)).toBe('paid');
  });

  it.each(['rejected', 'failed'] as const)('that is %s gives the money back to the wallet, and may be tried again', async (outcome) => {
    await richer();
    const id = await refunds.paid({ amount: 12.3 });
    const before = await refunds.wallet();
    acquirer.onRefund = () => refundResult(outcome, { rawCode: 'TOO_LATE' });
    const refund = await refunds.refunded(id);
    await sendRefunds(world);
    expect(await refunds.status(refund)).toBe(outcome);
    expect(await refunds.wallet()).toEqual(before);
    acquirer.onRefund = () => refundResult('completed');
    await refunds.refunded(id);
    await sendRefunds(world);
    expect(await shop.status(id)).toBe('refunded');
  });

  it('of all that was paid makes the payment refunded, in one piece or in parts', async () => {
    await richer();
    const id = await refunds.paid({ amount: 3 });
    for (const amount of [1, 1.5]) {
      await refunds.refunded(id, amount);
      await sendRefunds(world);
      expect(await shop.status(id)).toBe('paid');
    }
    const last = await refunds.refunded(id, 0.5);
    expect(await shop.status(id)).toBe('paid');
    await sendRefunds(world);
    expect([await refunds.status(last), await shop.status(id)]).toEqual(['completed', 'refunded']);
    expect((await shop.get(`/transactions/${id}`)).body.data).toMatchObject({
      status: 'transaction_refunded',
      paid_at: expect.any(String),
    });
  });

  it('of another currency is given back in it, and takes its value at the rate of the payment', async () => {
    await refunds.paid({ amount: 900 });
    const id = await refunds.paid({ amount: 10, currency: 'EUR' }, 'card');
    await world.asOwner(
      `INSERT INTO payment_rate_table (name, effective_on, number, kept_at) VALUES ('A', '2026-01-02', '001/A/NBP/2026', now());
       INSERT INTO payment_exchange_rate (currency, effective_on, table_name, pln_rate) VALUES ('EUR', '2026-01-02', 'A', 9)`,
    );
    const before = await refunds.wallet();
    for (const amount of [3.33, 3.33, 3.34]) await refunds.refunded(id, amount);
    await sendRefunds(world);
    expect(
      (await list(id)).body.data.map((refund: Record<string, unknown>) => [refund['amount'], refund['currency'], refund['wallet_amount']]),
    ).toEqual([
      [3.34, 'EUR', 14.58],
      [3.33, 'EUR', 14.53],
      [3.33, 'EUR', 14.54],
    ]);
    expect(acquirer.refunds.map(({ money }) => money.currency)).toEqual(['EUR', 'EUR', 'EUR']);
    expect(await refunds.wallet()).toEqual({ available: before.available - 4_365, reserved: 0 });
    expect(await shop.status(id)).toBe('refunded');
  });

  it('is listed newest first; a payment without one has an empty list', async () => {
    await richer();
    const id = await refunds.paid();
    expect((await list(id)).body).toEqual({ success: true, data: [] });
    const [first, second] = [await refunds.refunded(id, 1), await refunds.refunded(id, 2)];
    expect((await list(id)).body.data.map(({ id: refund }: { id: string }) => refund)).toEqual([second, first]);
  });
});

describe('the payer’s page', () => {
  const pageIn = async (id: string, language: string): Promise<string> =>
    (await (await fetch(`${world.http.baseUrl}/pay/${id}`, { headers: { 'Accept-Language': language } })).text()).replaceAll('\u00a0', ' ');

  it('says what of a payment was refunded and what is on its way, in each language, and when all of it was', async () => {
    await richer();
    const id = await refunds.paid({ amount: 50 });
    const states = world.get(PaymentStatesQuery);
    const seen = [(await states.run([id])).get(id)];
    await refunds.refunded(id, 20);
    await sendRefunds(world);
    seen.push((await states.run([id])).get(id));
    await refunds.refunded(id, 5);
    seen.push((await states.run([id])).get(id));
    expect(new Set(seen).size).toBe(3);
    expect(await world.get(PaymentPageQuery).run(id)).toMatchObject({
      stage: 'paid',
      refundMinor: 2_500,
      refundedMinor: 2_000,
      state: seen[2],
    });
    for (const [language, back, underWay] of [
      ['en', 'PLN 20.00 has been given back to you', 'PLN 5.00 is on its way back to you'],
      ['pl', 'Kwota 20,00 zł została Ci zwrócona', 'Kwota 5,00 zł jest w drodze do Ciebie'],
      ['de', '20,00 PLN wurden Ihnen', '5,00 PLN sind auf dem Weg zurück'],
      ['uk', 'Суму 20,00 PLN вам повернено', 'Сума 5,00 PLN повертається до вас'],
    ] as const) {
      const text = await pageIn(id, language);
      expect(text).toContain(back);
      expect(text).toContain(underWay);
    }
    await refunds.refunded(id);
    await sendRefunds(world);
    for (const [language, heading] of [
      ['en', 'Payment refunded'],
      ['pl', 'zwrócona'],
      ['de', 'erstattet'],
      ['uk', 'повернено'],
    ] as const)
      expect((await pageIn(id, language)).toLowerCase()).toContain(heading.toLowerCase());
  });
});
