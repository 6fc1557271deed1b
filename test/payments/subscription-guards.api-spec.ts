import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  SUBSCRIPTION_STATUSES,
  SUBSCRIPTION_TRANSITIONS,
  type SubscriptionStatus,
} from '../../src/products/payments/subscriptions/states.js';
import { moveToNoon } from '../support/noon.js';
import { startWorld, type World } from '../support/world.js';
import { attemptResult } from './support/fake-acquirer.js';
import { paymentWorld } from './support/payment-shop.js';
import { subscriptionShop, type SubscriptionShop } from './support/subscription-shop.js';

let world: World;
let shop: SubscriptionShop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  await moveToNoon(world);
  shop = await subscriptionShop(paymentWorld(world));
});
afterAll(() => world.stop());

/** @returns the violated constraint or the error message, or null when the database accepts the change. */
const violatedConstraint = async (change: Promise<unknown>): Promise<string | null> =>
  change.then(
    () => null,
    ({ constraint, message }: { constraint?: string; message: string }) => constraint ?? message,
  );
const needsCancelledBy = (status: SubscriptionStatus): boolean =>
  status === 'subscription_cancelled' || status === 'subscription_fraudulent';

/**
 * Inserts a charge as the gateway inserts it, with these changes.
 * @returns the violated constraint or the error message, or null when the database accepts the charge.
 */
const insertCharge = (subscriptionId: string, transactionId: string, change: Record<string, unknown> = {}): Promise<string | null> => {
  const row = { amount_minor: 1_000, model: 'A', state: 'running', number: 0, period: 0, ...change };
  return violatedConstraint(
    world.database.query(
      `INSERT INTO payment_charge (id, subscription_id, transaction_id, state, model, amount_minor, number, period, lines, created_at)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, '[]', now())`,
      [subscriptionId, transactionId, row.state, row.model, row.amount_minor, row.number, row.period],
    ),
  );
};

describe('the database guard of subscriptions', () => {
  it.each(SUBSCRIPTION_STATUSES)('allows exactly the transitions from %s that the transition table allows', async (from) => {
    const subscription = await shop.createPending();
    await world.asOwner('ALTER TABLE payment_subscription DISABLE TRIGGER USER');
    for (const to of SUBSCRIPTION_STATUSES.filter((status) => status !== from)) {
      await world.asOwner(
        'UPDATE payment_subscription SET status = $2, cancelled_by = $3, activated_at = $4, next_poll_at = now(), due_at = now() WHERE id = $1',
        [subscription.id, from, needsCancelledBy(from) ? 'system' : null, from === 'subscription_pending' ? null : new Date()],
      );
      await world.asOwner('ALTER TABLE payment_subscription ENABLE TRIGGER USER');
      const change = world.database.query(
        `UPDATE payment_subscription SET status = $2, cancelled_by = $3, activated_at = CASE WHEN status = 'subscription_pending' THEN $4 ELSE activated_at END WHERE id = $1`,
        [subscription.id, to, needsCancelledBy(to) ? 'system' : null, to === 'subscription_pending' ? null : new Date()],
      );
      const constraint = await violatedConstraint(change);
      expect([from, to, constraint]).toEqual([
        from,
        to,
        SUBSCRIPTION_TRANSITIONS.allows(from, to) ? null : 'payment_subscription_forward_only',
      ]);
      await world.asOwner('ALTER TABLE payment_subscription DISABLE TRIGGER USER');
    }
    await world.asOwner('ALTER TABLE payment_subscription ENABLE TRIGGER USER');
  });

  it.each([
    "frequency = '2M'",
    'amount_limit_minor = 3001',
    'total_limit_minor = 1',
    'count_limit = 5',
    "expires_at = expires_at + interval '1 day'",
  ])('rejects a change of the mandate terms: %s', async (change) => {
    const { id } = await shop.createActive(shop.modelATerms());
    expect(await violatedConstraint(world.asOwner(`UPDATE payment_subscription SET ${change} WHERE id = $1`, [id]))).toBe(
      'payment_subscription_immutable',
    );
  });

  it.each(['charge_count = 5', 'charge_minor = 5', 'paid_count = 1', 'paid_minor = 1'])(
    'does not let the application write the sums of charges: %s',
    async (change) => {
      const { id } = await shop.createActive(shop.modelATerms());
      expect(await violatedConstraint(world.database.query(`UPDATE payment_subscription SET ${change} WHERE id = $1`, [id]))).toMatch(
        /permission denied/,
      );
    },
  );

  it('rejects a change of the consent evidence', async () => {
    const { id } = await shop.createActive();
    await world.database.query(`UPDATE payment_subscription SET consent_evidence = '{"textVersion": "1"}' WHERE id = $1`, [id]);
    expect(
      await violatedConstraint(world.database.query(`UPDATE payment_subscription SET consent_evidence = '{}' WHERE id = $1`, [id])),
    ).toBe('payment_subscription_immutable');
  });

  it('rejects charges beyond the mandate terms', async () => {
    const { id } = await shop.createActive(shop.modelATerms({ transactionsCountLimit: 1 }));
    const [paymentOf10, paymentOf40, otherPaymentOf10] = [
      await shop.createRecurringPayment(10),
      await shop.createRecurringPayment(40),
      await shop.createRecurringPayment(10),
    ];
    expect(await insertCharge(id, paymentOf40, { amount_minor: 4_000 })).toBe('payment_charge_amount_limit');
    expect(await insertCharge(id, paymentOf10, { amount_minor: 999 })).toBe('payment_charge_matches_payment');
    expect(await insertCharge(id, paymentOf10, { state: 'taken' })).toBe('payment_charge_of_active');
    expect(await insertCharge(id, paymentOf10, { number: 10 })).toBe('payment_charge_number');
    expect(await insertCharge(id, paymentOf10)).toBeNull();
    expect(await insertCharge(id, otherPaymentOf10)).toMatch(/payment_charge_one_running|payment_subscription_within_count_limit/);
    const pending = await shop.createPending(shop.modelATerms());
    expect(await insertCharge(pending.id, otherPaymentOf10)).toBe('payment_charge_of_active');
    const modelO = await shop.createActive();
    expect(await insertCharge(modelO.id, await shop.createRecurringPayment(2_001), { model: 'O', amount_minor: 200_100 })).toBe(
      'payment_charge_amount',
    );
  });

  it.each([
    ['count', { transactionsCountLimit: 1 }, 'payment_subscription_within_count_limit'],
    ['total', { amountLimitTotal: 30 }, 'payment_subscription_within_total_limit'],
    ['frequency', {}, 'payment_charge_once_a_period'],
  ])('rejects a charge beyond the %s after another charge was paid', async (name, change, constraint) => {
    const { id } = await shop.createActive(shop.modelATerms(change));
    expect((await shop.charge(id, 30)).status).toBe(200);
    expect(await insertCharge(id, await shop.createRecurringPayment(10), { period: name === 'frequency' ? 0 : 1 })).toBe(constraint);
  });

  it('rejects a second charge for the same payment', async () => {
    const [first, second] = [await shop.createActive(), await shop.createActive()];
    shop.fakeMandates.onCharge = () => attemptResult({ outcome: 'pending' });
    const transactionId = await shop.createRecurringPayment(10);
    expect((await shop.autopay(first.id, { transactionId })).status).toBe(200);
    expect(await insertCharge(second.id, transactionId, { model: 'O', period: null })).toBe('payment_charge_one_of_transaction');
  });

  it('rejects a change of the number or the attempt of a charge', async () => {
    const { id } = await shop.createActive();
    shop.fakeMandates.reset();
    await shop.charge(id);
    expect(await violatedConstraint(world.asOwner('UPDATE payment_charge SET number = 3 WHERE subscription_id = $1', [id]))).toBe(
      'payment_charge_immutable',
    );
    expect(
      await violatedConstraint(world.asOwner('UPDATE payment_charge SET attempt_reference = NULL WHERE subscription_id = $1', [id])),
    ).toBe('payment_charge_immutable');
  });
});
