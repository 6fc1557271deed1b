import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AcceptSubscriptionService } from '../../src/products/payments/subscriptions/accept-subscription.service.js';
import { BlockPartnerService } from '../../src/platform/partners/block-partner.service.js';
import { ConfirmChargeService } from '../../src/products/payments/subscriptions/charges/confirm-charge.service.js';
import { CreateChargeService } from '../../src/products/payments/subscriptions/charges/create-charge.service.js';
import { CreateSubscriptionService } from '../../src/products/payments/subscriptions/create-subscription.service.js';
import type { CreateSubscriptionRequest } from '../../src/products/payments/mandates/create-subscription.request.js';
import { PayLevel0Service } from '../../src/products/payments/blik-level0/pay-level0.service.js';
import { PickAppService } from '../../src/products/payments/blik-level0/pick-app.service.js';
import { PollAcquirersService } from '../../src/products/payments/poll-acquirers.service.js';
import { getPage, type FetchedPage, postForm } from '../checkout/support/page.js';
import type { HttpResponse } from '../support/http-client.js';
import { payerOf } from '../support/payer.js';
import { startWorld, type World } from '../support/world.js';
import { level0Shop } from './support/level0-shop.js';
import { PAYER, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { MANDATE_PAYER, subscriptionShop, type SubscriptionShop } from './support/subscription-shop.js';
import { refundShop } from './support/refund-shop.js';
import { attemptResult } from './support/fake-acquirer.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';

let world: World;
let payments: PaymentWorld;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '2' });
  payments = paymentWorld(world);
});
afterAll(() => stopAndVerifyLedger(world));

let shop: SubscriptionShop;
beforeEach(async () => {
  payments.acquirer.started.length = payments.acquirer.submissions.length = 0;
  payments.acquirer.recurring.reset();
  shop = await subscriptionShop(payments);
});

const block = (partnerId = shop.shop.partnerId): Promise<boolean> => world.get(BlockPartnerService).block(partnerId, 'Ticket 4711');
const readPage = (id: string): Promise<FetchedPage> => getPage(`${world.http.baseUrl}/pay/${id}`);
const readHeading = async (id: string): Promise<string | undefined> => (await readPage(id)).document.querySelector('h1')?.textContent;
const CLOSED_HEADING = 'This shop does not accept payments at the moment';
const serviceRef = () =>
  ({ id: shop.serviceId, partnerId: shop.shop.partnerId, area: 'payment', name: 'Books', status: 'service_active' }) as const;
const SERVICE_NOT_ACTIVE = expect.objectContaining({ code: 'SERVICE_NOT_ACTIVE' });

describe('a payment of a blocked partner', () => {
  it('without an attempt shows a page without forms, and offers the channels after the unblocking', async () => {
    const id = await shop.createNewPayment();
    const before = await readPage(id);
    const state = before.document.querySelector('input[name=state]')?.getAttribute('value') ?? '';
    await block();
    const closed = await readPage(id);
    expect([closed.status, closed.document.querySelector('h1')?.textContent, closed.text.includes('Nothing was taken.')]).toEqual([
      200,
      CLOSED_HEADING,
      true,
    ]);
    expect(closed.document.querySelectorAll('form')).toEqual([]);
    const response = await postForm(`${world.http.baseUrl}/pay/${id}/method`, { channel: 'mbank', state });
    expect([response.status, await shop.beginAttempt(id), await shop.attempts(id)]).toEqual([
      expect.any(Number),
      { ok: false, problem: 'service_closed' },
      [],
    ]);
    await world.get(BlockPartnerService).unblock(shop.shop.partnerId);
    expect(await readHeading(id)).toBe('How do you want to pay?');
  });

  it('with one channel starts no attempt when its page is opened', async () => {
    const id = await shop.createNewPayment({ ...MANDATE_PAYER, directChannel: 'mbank' });
    await block();
    expect([await readHeading(id), await shop.attempts(id)]).toEqual([CLOSED_HEADING, []]);
  });

  it('that waits for a code accepts neither a code nor the choice of an app', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id, 'blik');
    await block();
    expect(await readHeading(id)).toBe(CLOSED_HEADING);
    expect(await shop.submitPayerCode(id, '777123')).toEqual({ ok: false, problem: 'service_closed' });
    const { submissions } = payments.acquirer;
    expect([submissions, await world.get(PickAppService).run(id, 'any', PAYER)]).toEqual([[], { ok: false, problem: 'not_possible_now' }]);
  });

  it('that is pending at its acquirer can still be paid, notifies its partner, and accepts no other channel', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id);
    await block();
    expect(await readHeading(id)).toBe('Go to your bank (mBank)');
    expect(await shop.beginAttempt(id, 'card')).toEqual({ ok: false, problem: 'service_closed' });
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect([await shop.readStatus(id), await readHeading(id)]).toEqual(['paid', 'Paid']);
    const notifications = await world.database.query<unknown[]>(
      `SELECT FROM webhook_event WHERE subject_id = $1 AND body LIKE '%transaction_paid%'`,
      [id],
    );
    expect(notifications).toHaveLength(1);
  });

  it('cannot be paid by the partner’s program with a code', async () => {
    const id = await level0Shop(world, shop).createUnpaidPayment();
    await block();
    await expect(world.get(PayLevel0Service).run(serviceRef(), id, { ticket: { T6: '777123' } }, null)).rejects.toEqual(SERVICE_NOT_ACTIVE);
    expect(payments.acquirer.started).toEqual([]);
  });

  it('has its pending refund completed', async () => {
    const refunds = refundShop(world, shop);
    const refundId = await refunds.createNewRefund(await refunds.createPaidTransaction({ amount: 20 }), 5);
    await block();
    await world.get(PollAcquirersService).batch('refund', payments.acquirer.name);
    await refunds.reportRefund(refundId, 'completed');
    expect(await refunds.status(refundId)).toBe('completed');
  });
});

describe('the programs of a blocked partner', () => {
  const statusAndBody = ({ status, body }: HttpResponse) => [status, body];

  it('get errors about the service when they create or take a payment, and UNAUTHORIZED for other requests', async () => {
    const level0 = level0Shop(world, shop);
    const [id, subscription, transactionId, subscriptionBody] = [
      await level0.createUnpaidPayment(),
      await shop.createActive(),
      await shop.createRecurringPayment(),
      await shop.createRequestBody(),
    ];
    await block();
    const call = { token: (await shop.shop.newToken()).token };
    for (const response of [
      await level0.pay(id, { ticket: { T6: '777123' } }, call),
      await shop.subscribe(subscriptionBody, call),
      await shop.autopay(subscription.id, { transactionId }, call),
    ])
      expect(statusAndBody(response)).toEqual([
        400,
        { success: false, errorCode: 'SERVICE_NOT_ACTIVE', message: 'The service is not active.' },
      ]);
    for (const response of [
      await world.http.post(`/payment/${shop.serviceId}/transactions`, { ...call, body: { amount: 10 } }),
      await shop.shop.post('/transactions', { amount: 10 }, call),
    ])
      expect(statusAndBody(response)).toEqual([422, expect.objectContaining({ errors: { service: expect.any(Array) } })]);
    const aliasPath = `/payment/${shop.serviceId}/blik/aliases/${subscription.aliasId}`;
    for (const response of [
      await world.http.get(`/payment/${shop.serviceId}/transactions`, call),
      await world.http.post(`/payment/${shop.serviceId}/transactions/${id}/refunds`, { ...call, body: {} }),
      await world.http.send('DELETE', aliasPath, { ...call, body: { reason: 'x' } }),
      await shop.shop.get('', call),
    ])
      expect(statusAndBody(response)).toEqual([401, { success: false, errorCode: 'UNAUTHORIZED' }]);
    expect([payments.acquirer.started, shop.fakeMandates.charged, shop.fakeMandates.registered.length]).toEqual([[], [], 1]);
  });
});

describe('a subscription of a blocked partner', () => {
  it('can be neither charged nor created by the partner’s program', async () => {
    const { id } = await shop.createActive();
    const [transactionId, body] = [await shop.createRecurringPayment(), await shop.createRequestBody()];
    await block();
    const charge = world.get(CreateChargeService).run(serviceRef(), id, { transactionId }, null);
    await expect(charge).rejects.toEqual(SERVICE_NOT_ACTIVE);
    const creation = world.get(CreateSubscriptionService).run(serviceRef(), body as unknown as CreateSubscriptionRequest, null);
    await expect(creation).rejects.toEqual(SERVICE_NOT_ACTIVE);
    expect([shop.fakeMandates.charged, shop.fakeMandates.registered.length]).toEqual([[], 1]);
  });

  it('cannot be accepted on the page that offers it', async () => {
    const subscription = { alias: { value: `offered-${shop.serviceId}`, type: 'PAYID', label: 'Books' }, options: { model: 'O' } };
    const id = await shop.createNewPayment({ amount: 0, ...MANDATE_PAYER, subscription });
    await block();
    expect(await readHeading(id)).toBe(CLOSED_HEADING);
    const evidence = { textVersion: 'x', language: 'en', values: {}, shownAt: new Date().toISOString(), address: '198.51.100.7' };
    expect(await world.get(AcceptSubscriptionService).run(id, '777123', evidence)).toEqual({ ok: false, problem: 'service_closed' });
    expect(shop.fakeMandates.registered).toEqual([]);
  });

  it('rejects the confirmation of a waiting charge, and completes a pending one', async () => {
    const withPendingCharge = await shop.createActive();
    const otherCustomer = { ...MANDATE_PAYER.customer, email: `other-${shop.serviceId}@example.com` };
    const pendingCharge = await shop.createRecurringPayment(10, { customer: otherCustomer });
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'pending' });
    expect((await shop.autopay(withPendingCharge.id, { transactionId: pendingCharge })).status).toBe(200);
    const { id } = await shop.createActive();
    const customer = { ...MANDATE_PAYER.customer, email: `held-${shop.serviceId}@example.com` };
    for (let count = 0; count < 2; count += 1) {
      const paymentId = await shop.createNewPayment({ customer });
      await shop.beginAttempt(paymentId);
      await shop.reportAttempt(paymentId, { outcome: 'paid' });
    }
    const waitingCharge = await shop.createRecurringPayment(10, { customer });
    expect((await shop.autopay(id, { transactionId: waitingCharge })).body.data).toEqual({ needsUserConfirmation: true });
    await block();
    expect(await readHeading(waitingCharge)).toBe(CLOSED_HEADING);
    expect(await world.get(ConfirmChargeService).run(waitingCharge)).toEqual({ ok: false, problem: 'service_closed' });
    await shop.reportAttempt(pendingCharge, { outcome: 'paid' });
    expect(await shop.readStatus(pendingCharge)).toBe('paid');
  });

  it('can still be ended by its payer', async () => {
    const subscription = await shop.createActive();
    await block();
    const link = (await readPage(subscription.transactionId)).document.querySelector('.own-page a')?.getAttribute('href') ?? '';
    expect((await postForm(`${world.http.baseUrl}${link}/end`, {})).status).toBe(303);
    expect((await shop.statesWithAlias(subscription.id))[0]).toBe('cancelled');
  });
});

describe('a phone bill payment of a blocked partner', () => {
  it('gets neither a new code nor a new charge, shows that the shop is closed, and an earlier charge is still booked', async () => {
    const seller = await world.createPartnerShop();
    const create = async (): Promise<string> => (await seller.create({ amount: 12.3 })).body.data.transactionId as string;
    const [newId, codedId, chargedId] = [await create(), await create(), await create()];
    const [newPayer, codedPayer, chargedPayer] = [payerOf(world, newId), payerOf(world, codedId), payerOf(world, chargedId)];
    await codedPayer.chooseOperator('play', '500 600 701');
    await chargedPayer.chooseOperator('play', '500 600 702');
    await chargedPayer.enterCode();
    await block(seller.partnerId);
    for (const id of [newId, codedId]) {
      const { document, status } = await getPage(`${world.http.baseUrl}/pay/directbilling/${id}`);
      expect([status, document.querySelector('h1')?.textContent, document.querySelectorAll('form')]).toEqual([200, CLOSED_HEADING, []]);
    }
    await newPayer.chooseOperator('play', '500 600 703');
    await codedPayer.enterCode();
    const charges = await world.database.query<{ id: string }[]>('SELECT transaction_id AS id FROM direct_billing_charge');
    expect(charges.map(({ id }) => id)).toEqual([chargedId]);
    await world.sandbox.deliverCallbacks('all');
    const [row] = await world.database.query<{ status: string; codes: number }[]>(
      'SELECT status FROM direct_billing_transaction WHERE id = $1',
      [chargedId],
    );
    expect(row?.status).toBe('transaction_db_payed');
  });
});
