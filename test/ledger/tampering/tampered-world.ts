import { DataSource } from 'typeorm';
import type { OperatorConnector } from '../../../src/connectors/operators/operator.port.js';
import { uuidToReference } from '../../../src/common/reference.js';
import { v7 as uuidv7 } from 'uuid';
import { DecideService } from '../../../src/platform/ledger/approvals/decide.service.js';
import { ProposeService } from '../../../src/platform/ledger/approvals/propose.service.js';
import { CreateAdjustmentService } from '../../../src/platform/ledger/manual/create-adjustment.service.js';
import { CreatePayoutService } from '../../../src/platform/ledger/manual/create-payout.service.js';
import { SealEntriesService } from '../../../src/platform/ledger/seals/seal-entries.service.js';
import { SettleService } from '../../../src/platform/ledger/settlement/settle.service.js';
import { BusinessClock } from '../../../src/common/time/clocks.js';
import { ApplyChargeOutcomeService } from '../../../src/products/direct-billing/charges/apply-charge-outcome.service.js';
import { ReverseChargeService } from '../../../src/products/direct-billing/charges/reverse-charge.service.js';
import { AbandonAttemptService } from '../../../src/products/payments/attempts/abandon-attempt.service.js';
import { ReviewHeldPaymentService } from '../../../src/products/payments/review/review-held-payment.service.js';
import { CancelSubscriptionService } from '../../../src/products/payments/subscriptions/cancel-subscription.service.js';
import { waitUntilAllSealable } from '../until-all-sealable.js';
import { refundShop, sendRefunds } from '../../payments/support/refund-shop.js';
import { paymentWorld } from '../../payments/support/payment-shop.js';
import { attemptResult } from '../../payments/support/fake-acquirer.js';
import { subscriptionShop } from '../../payments/support/subscription-shop.js';
import { createSmsShop, GATEWAY_SECRET } from '../../sms/sms-shop.js';
import { drainBatches } from '../../support/drain-batches.js';
import { moveToNoon } from '../../support/noon.js';
import { payerOf } from '../../support/payer.js';
import { testServerInfo } from '../../support/test-server-info.js';
import { startWorld, type World } from '../../support/world.js';

export interface TamperedWorld {
  world: World;
  /** A connection of a superuser, as an attacker may have it. */
  superuser: DataSource;
  /** Ids by the names that stand in braces in the SQL of tamperings. */
  ids: Readonly<Record<string, string>>;
  /** Settles the last two days of a provider under this reference. */
  settle(provider: string, test: boolean, reference: string): Promise<void>;
  /** Refunds the rest of a payment. @returns the HTTP status. */
  refund(id: string): Promise<number>;
  /** Makes a paid payment with a partial refund that the acquirer then reverses. */
  payRefundAndReverse(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens a world with money of all products in every state: paid, held, refunded in part and in full, charged back, unmatched, settled, paid
 * out.
 */
export async function openTamperedWorld(): Promise<TamperedWorld> {
  const world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '2', SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  await moveToNoon(world);
  const ids: Record<string, string> = {};
  const payRefundAndReverse = await createOnlineRows(world, ids);
  await createDirectBillingRows(world, ids);
  await createSmsRows(world, ids);
  await world.moveTimeForward({ hours: 2 });
  const settle: TamperedWorld['settle'] = async (provider, test, reference) => {
    const to = new Date(world.get(BusinessClock).now().getTime() - 60 * 60_000);
    const from = new Date(to.getTime() - 48 * 60 * 60_000);
    await world.get(SettleService).run({ reference, provider, from, to, test, author: 'Anna' });
  };
  await settle('mbank', false, 'MBANK-1');
  await settle('orange', true, 'ORANGE-1');
  await settle('sms', false, 'SMS-1');
  await manualEntryRows(world, ids);
  await waitUntilAllSealable(world.get(DataSource));
  await drainBatches(() => world.get(SealEntriesService).batch(20));

  const url = new URL(testServerInfo().superuser);
  url.pathname = new URL(world.settings['DATABASE_URL'] ?? '').pathname;
  const superuser = await new DataSource({ type: 'postgres', url: url.href, poolSize: 1 }).initialize();
  return {
    world,
    superuser,
    ids,
    settle,
    payRefundAndReverse,
    refund: async (id) =>
      (await world.http.post(`/payment/${ids['service']}/transactions/${id}/refunds`, { token: ids['token'] ?? '' })).status,
    async stop() {
      await superuser.destroy();
      await world.stop();
    },
  };
}

async function createOnlineRows(world: World, ids: Record<string, string>): Promise<TamperedWorld['payRefundAndReverse']> {
  const payments = paymentWorld(world);
  const { acquirer } = payments;
  const shop = await subscriptionShop(payments);
  const refunds = refundShop(world, shop);
  ids['service'] = shop.serviceId;
  ids['partner'] = shop.shop.partnerId;
  ids['token'] = shop.shop.token;
  ids['other_service'] = (await payments.openPaymentShop()).serviceId;
  const paid = (amount: number): Promise<string> => refunds.createPaidTransaction({ amount });

  ids['paid'] = await paid(100);
  ids['paid_too'] = await paid(100);
  for (const name of ['made', 'made_too']) ids[name] = await shop.createNewPayment({ amount: 10 });
  ids['in_euro'] = await shop.createNewPayment({ amount: 10, currency: 'EUR' });
  for (const name of ['begun', 'failed', 'canceled', 'lapsed']) {
    const id = (ids[name] = await shop.createNewPayment({ amount: 10 }));
    await shop.beginAttempt(id);
  }
  await shop.reportAttempt(ids['failed'] ?? '', { outcome: 'failed' });
  ids['left'] = await shop.createNewPayment({ amount: 10 });
  for (const name of ['canceled', 'left']) await world.get(AbandonAttemptService).cancelPayment(ids[name] ?? '');
  await world.get(AbandonAttemptService).run(ids['lapsed'] ?? '');

  ids['partly'] = await paid(100);
  ids['back'] = await refunds.createNewRefund(ids['partly'], 30);
  ids['whole'] = await paid(50);
  await refunds.createNewRefund(ids['whole']);
  ids['again'] = await paid(40);
  ids['taken_back'] = await refunds.createNewRefund(ids['again']);
  await sendRefunds(world);
  await refunds.reportRefund(ids['taken_back'], 'failed');
  acquirer.onRefund = () => ({ outcome: 'rejected', providerRef: null, data: null, rawCode: null, money: null });
  ids['rejected'] = await refunds.createNewRefund(ids['partly'], 20);
  await sendRefunds(world);
  acquirer.onRefund = () => ({ outcome: 'pending', providerRef: null, data: null, rawCode: null, money: null });
  ids['pending'] = await refunds.createNewRefund(ids['partly'], 5);
  await sendRefunds(world);
  ids['asked'] = await refunds.createNewRefund(ids['partly'], 10);

  const euro = (ids['euro'] = await refunds.createPaidTransaction({ amount: 1, currency: 'EUR' }, 'card'));
  ids['euro_back'] = await refunds.createNewRefund(euro, 0.33);
  let chargebacks = 0;
  const chargeback = async (id: string, amountMinor: number, currency: string): Promise<string> => {
    const [attempt] = await shop.attempts(id);
    const eventId = `chargeback-${(chargebacks += 1)}`;
    const reference = attempt ? uuidToReference(attempt.reference) : null;
    await world.http.post('/connectors/channels/fake/reports', {
      body: { kind: 'chargeback', eventId, providerRef: null, reference, money: { amountMinor, currency } },
    });
    return eventId;
  };
  await chargeback(euro, 33, 'EUR');
  ids['disputed'] = await paid(100);
  ids['dispute'] = await chargeback(ids['disputed'], 6_000, 'PLN');

  const payWithSameEmail = async (): Promise<string> =>
    refunds.createPaidTransaction({ amount: 20, customer: { email: 'often@example.com' } });
  for (let count = 0; count < 2; count += 1) await payWithSameEmail();
  for (const name of ['held', 'released', 'refused']) ids[name] = await payWithSameEmail();
  await world.get(ReviewHeldPaymentService).release(ids['released'] ?? '');
  await world.get(ReviewHeldPaymentService).reject(ids['refused'] ?? '');

  for (const name of ['twice', 'other_sum']) {
    const id = (ids[name] = await shop.createNewPayment({ amount: 15 }));
    await shop.beginAttempt(id, 'ing');
    await shop.beginAttempt(id, 'mbank');
  }
  const [twice = '', other = ''] = [ids['twice'], ids['other_sum']];
  const [first] = await shop.attempts(twice);
  acquirer.onRefund = ({ reference }) => ({ outcome: 'completed', providerRef: `r-${reference}`, data: null, rawCode: null, money: null });
  await shop.reportAttempt(twice, { outcome: 'paid' });
  await shop.reportAttempt(twice, { outcome: 'paid' }, first?.reference);
  await payments.pollAttempts();
  await shop.reportAttempt(other, { outcome: 'paid', money: { amountMinor: 1, currency: 'PLN' } });

  const subscription = await shop.createActive(shop.modelATerms({ transactionsCountLimit: 4 }));
  [ids['subscription'], ids['consent']] = [subscription.id, subscription.transactionId];
  await shop.charge(subscription.id, 10);
  const otherSubscription = await shop.createActive();
  ids['other_subscription'] = otherSubscription.id;
  shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'failed', reason: 'other' });
  await shop.charge(otherSubscription.id, 10);
  shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'pending' });
  await shop.charge(otherSubscription.id, 10);
  ids['over'] = (await shop.createActive()).id;
  await world.get(CancelSubscriptionService).run(ids['over'], 'merchant', 'moved away');
  return async () => {
    const refund = await refunds.createNewRefund(await paid(10), 4);
    await sendRefunds(world);
    await refunds.reportRefund(refund, 'completed');
    await refunds.reportRefund(refund, 'failed');
  };
}

async function createDirectBillingRows(world: World, ids: Record<string, string>): Promise<void> {
  const shop = await world.createPartnerShop({ silent: true });
  const createCharge = async (name: string): Promise<string> => {
    const id = (ids[name] = (await shop.create({ amount: 10 })).body.data.transactionId as string);
    await payerOf(world, id).charge();
    return id;
  };
  for (const name of ['payed', 'payed_too']) await createCharge(name);
  await world.sandbox.deliverCallbacks('all');
  // Prevents the callbacks about the charges.
  const loseReports = (): Promise<unknown> => world.database.query('UPDATE sandbox.operator_callback SET announced = false');
  const applyOutcome = world.get(ApplyChargeOutcomeService);
  for (const name of ['late', 'late_back']) {
    const id = await createCharge(name);
    const [charge] = await world.database.query<{ reference: string }[]>(
      'SELECT reference FROM direct_billing_charge WHERE transaction_id = $1',
      [id],
    );
    const reference = charge?.reference ?? '';
    await applyOutcome.run({ reference }, { outcome: 'refused', reason: 'blocked_by_operator' });
    await applyOutcome.run({ reference }, { outcome: 'booked' });
    if (name === 'late_back')
      await world
        .get(ReverseChargeService)
        .run(reference, { reverse: () => Promise.resolve({ outcome: 'reversed' }) } as unknown as OperatorConnector);
  }
  await createCharge('confirmed');
  await loseReports();
}

async function createSmsRows(world: World, ids: Record<string, string>): Promise<void> {
  const shop = await createSmsShop(world);
  ids['sms_other'] = (await createSmsShop(world)).serviceId;
  ids['sms_service'] = shop.serviceId;
  for (let count = 0; count < 3; count += 1) await shop.buyCode();
}

async function manualEntryRows(world: World, ids: Record<string, string>): Promise<void> {
  const common = { currency: 'PLN', test: false, author: 'Anna' };
  await world.get(CreatePayoutService).run({ ...common, reference: 'TR-1', partnerId: ids['partner'] ?? '', amountMinor: 1_000 });
  await world.get(CreateAdjustmentService).run({
    ...common,
    reference: 'A-1',
    debit: 'platform:commission',
    credit: 'partner:available',
    partnerId: ids['partner'] ?? '',
    amountMinor: 500,
    reason: 'Agreed',
  });
  const [anna, jan] = [uuidv7(), uuidv7()];
  for (const [id, name] of [
    [anna, 'Anna'],
    [jan, 'Jan'],
  ] as const)
    await world.database.query('INSERT INTO panel_user (id, email, name, created_at) VALUES ($1, $2, $2, now())', [
      id,
      `${name}@x.test`.toLowerCase(),
    ]);
  const propose = async (reference: string): Promise<string> => {
    const accounts = { debit: 'platform:rounding', credit: 'platform:liquidity', partnerId: null } as const;
    const proposed = { kind: 'adjust', reference, ...accounts, currency: 'PLN', amountMinor: 3, test: false, reason: 'Agreed' } as const;
    return (await world.get(ProposeService).run({ userId: anna, author: 'Anna' }, proposed)).id;
  };
  await world.get(DecideService).approve(await propose('P-1'), { userId: jan, author: 'Jan' });
  await world.get(DecideService).refuse(await propose('P-2'), { userId: jan, author: 'Jan' }, 'Wrong');
}
