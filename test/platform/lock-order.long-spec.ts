import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ResendDeliveryService } from '../../src/platform/webhooks/inspection/resend-delivery.service.js';
import { ReviewHeldPaymentService } from '../../src/products/payments/review/review-held-payment.service.js';
import { CancelSubscriptionService } from '../../src/products/payments/subscriptions/cancel-subscription.service.js';
import { uuidToReference } from '../../src/common/reference.js';
import { expectLedgerValid } from '../payments/support/expect-ledger-valid.js';
import { attemptResult } from '../payments/support/fake-acquirer.js';
import { paymentWorld, type PaymentWorld } from '../payments/support/payment-shop.js';
import { MANDATE_PAYER, subscriptionShop, type SubscriptionShop } from '../payments/support/subscription-shop.js';
import { holdTransaction, type HeldTransaction, untilBlocked } from '../support/held-transaction.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let payments: PaymentWorld;
let shop: SubscriptionShop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '1' });
  payments = paymentWorld(world);
  shop = await subscriptionShop(payments);
});
afterAll(() => world.stop());

const holdLocks = (text: string, ...values: unknown[]): Promise<HeldTransaction> =>
  holdTransaction(world.settings['DATABASE_URL'], text, values);
const eventIdsOf = async (subjectId: string): Promise<string[]> =>
  (
    await world.database.query<{ event_id: string }[]>('SELECT event_id FROM webhook_delivery WHERE subject_id = $1 ORDER BY event_id', [
      subjectId,
    ])
  ).map(({ event_id: event }) => event);

/**
 * If two operations locked rows in opposite orders, PostgreSQL would end one of them with a deadlock error.
 * A third transaction locks a row first, so that both operations wait at the point where they could deadlock.
 */
describe('there is no deadlock between', () => {
  it('rejecting a held charge and cancelling its subscription', async () => {
    const { id, transactionId: firstTransactionId } = await shop.createActive();
    const email = 'stranger@example.com';
    const chargeId = await shop.createRecurringPayment(10, { customer: { ...MANDATE_PAYER.customer, email } });
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'pending' });
    await shop.autopay(id, { transactionId: chargeId });
    const otherPayment = await shop.createNewPayment({ customer: { ...MANDATE_PAYER.customer, email } });
    await shop.beginAttempt(otherPayment);
    await shop.reportAttempt(otherPayment, { outcome: 'paid' });
    await shop.reportAttempt(chargeId, { outcome: 'paid' });
    expect(await shop.readStatus(chargeId)).toBe('fraud_possibility');
    const blocker = await holdLocks('SELECT FROM payment_transaction WHERE id = $1 FOR NO KEY UPDATE', firstTransactionId);
    const cancellation = world.get(CancelSubscriptionService).run(id, 'merchant', null);
    await untilBlocked(world.database, 1);
    const rejection = world.get(ReviewHeldPaymentService).reject(chargeId);
    await untilBlocked(world.database, 2);
    await blocker.commitAndClose();
    expect([await cancellation, await rejection]).toEqual([true, true]);
    expect([await shop.readStatus(chargeId), await shop.statesWithAlias(id)]).toEqual(['fraud', ['cancelled', 'unregistered']]);
    await expectLedgerValid(world);
  });

  it('booking a chargeback and opening the partner’s receivable account', async () => {
    const disputedShop = await payments.openPaymentShop();
    const id = await disputedShop.createNewPayment({ amount: 100 });
    await disputedShop.beginAttempt(id);
    await disputedShop.reportAttempt(id, { outcome: 'paid' });
    const [attempt] = await world.database.query<{ reference: string; test: boolean }[]>(
      'SELECT reference, test FROM payment_attempt WHERE transaction_id = $1',
      [id],
    );
    const accountOwner = [disputedShop.shop.partnerId, attempt?.test];
    const blocker = await holdLocks(
      `INSERT INTO ledger_account (kind, partner_id, currency, test) VALUES ('partner:receivable', $1, 'PLN', $2)`,
      ...accountOwner,
    );
    const callback = world.http.post('/connectors/channels/fake/reports', {
      body: {
        kind: 'chargeback',
        eventId: 'disputed',
        providerRef: null,
        reference: uuidToReference(attempt?.reference ?? ''),
        money: { amountMinor: 10_000, currency: 'PLN' },
      },
    });
    await untilBlocked(world.database, 1);
    expect(await blocker.query(`SELECT wallet_available($1, 'PLN', $2)::int AS minor`, accountOwner)).toEqual([
      { minor: expect.any(Number) },
    ]);
    await blocker.commitAndClose();
    expect((await callback).status).toBe(200);
    await expectLedgerValid(world);
  });

  it('resending a notification and erasing its payer’s data', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id);
    await shop.reportAttempt(id, { outcome: 'paid' });
    const [first = '', second = ''] = await eventIdsOf(id);
    const blocker = await holdLocks('SELECT FROM webhook_delivery WHERE event_id = $1 FOR NO KEY UPDATE', first);
    const erasure = world.database.query<{ erased: number }[]>('SELECT erase_notifications($1, ARRAY[NULL, NULL], NULL, now()) AS erased', [
      [first, second],
    ]);
    await untilBlocked(world.database, 1);
    const resending = world.get(ResendDeliveryService).run(second);
    await untilBlocked(world.database, 2);
    await blocker.commitAndClose();
    expect([await erasure, await resending]).toEqual([[{ erased: 0 }], 'waiting']);
  });
});
