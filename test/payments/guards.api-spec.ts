import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ATTEMPT_TRANSITIONS, FUNDED_STATES } from '../../src/products/payments/attempts/states.js';
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS, type PaymentStatus } from '../../src/products/payments/payments/states.js';
import { startWorld, type World } from '../support/world.js';
import { type PaymentShop, paymentWorld } from './support/payment-shop.js';

let world: World;
let shop: PaymentShop;
beforeAll(async () => {
  world = await startWorld();
  shop = await paymentWorld(world).openPaymentShop();
});
afterAll(() => world.stop());

/** Inserts a payment with all columns that any status requires, so that only the transition itself can be rejected. */
async function insertPayment(status: PaymentStatus): Promise<string> {
  const id = randomUUID();
  await world.asOwner(
    `INSERT INTO payment_transaction (id, service_id, payer_transaction_id, status, amount_minor, currency, pln_minor, pln_rate, channel,
       commission_minor, partner_minor, refund_count, refund_minor, refund_pln_minor, refunded_minor, offered_channels, hold_reason, held_at, paid_at,
       expires_at, due_at, created_at, updated_at)
     VALUES ($1::uuid, $2, upper(substr(replace($1::text, '-', ''), 1, 8)), $3, 100, 'PLN', 100, 1, 'mbank', 1, 99,
       1, 100, 100, 100, '[]', 'x', now(), now(), now(), now(), now(), now())`,
    [id, shop.serviceId, status],
  );
  return id;
}

/** @returns the violated constraint, or the error message when no constraint was violated; null when the database accepts the change. */
const violatedConstraint = async (change: Promise<unknown>): Promise<string | null> =>
  change.then(
    () => null,
    ({ constraint, message }: { constraint?: string; message: string }) => constraint ?? message,
  );

describe('the database guard of payments', () => {
  it.each(PAYMENT_STATUSES)('allows exactly the transitions from %s that the transition table allows', async (from) => {
    for (const to of PAYMENT_STATUSES.filter((status) => status !== from)) {
      const id = await insertPayment(from);
      const constraint = await violatedConstraint(
        world.database.query('UPDATE payment_transaction SET status = $2 WHERE id = $1', [id, to]),
      );
      expect([from, to, constraint]).toEqual([from, to, PAYMENT_TRANSITIONS.allows(from, to) ? null : 'payment_transaction_forward_only']);
    }
  });

  it.each([
    'amount_minor = 101, pln_minor = 101',
    "currency = 'EUR'",
    'service_id = (SELECT s.id FROM service s WHERE s.id <> service_id LIMIT 1)',
    'created_at = now()',
  ])('rejects a change of an immutable column: %s', async (change) => {
    const id = await insertPayment('transaction_new');
    expect(await violatedConstraint(world.asOwner(`UPDATE payment_transaction SET ${change} WHERE id = $1`, [id]))).toBe(
      'payment_transaction_immutable',
    );
  });

  it.each(["channel = 'ing'", 'commission_minor = 2, partner_minor = 98', 'test = true', 'held_at = NULL'])(
    'rejects a change that a paid payment does not allow: %s',
    async (change) => {
      const id = await insertPayment('transaction_paid');
      expect(await violatedConstraint(world.asOwner(`UPDATE payment_transaction SET ${change} WHERE id = $1`, [id]))).toBe(
        'payment_transaction_paid_immutable',
      );
    },
  );

  it.each(["paid_at = paid_at + interval '1 year'", 'paid_at = NULL'])('rejects a change of the time of payment: %s', async (change) => {
    for (const status of ['transaction_paid', 'transaction_generated'] as const) {
      const id = await insertPayment(status);
      await world.asOwner('UPDATE payment_transaction SET paid_at = coalesce(paid_at, now()) WHERE id = $1', [id]);
      expect(await violatedConstraint(world.database.query(`UPDATE payment_transaction SET ${change} WHERE id = $1`, [id]))).toBe(
        'payment_transaction_paid_at_immutable',
      );
    }
  });

  it('rejects a paid payment without a paid attempt', async () => {
    const id = await shop.createNewPayment();
    await shop.beginAttempt(id);
    const setPaid = `UPDATE payment_transaction SET status = 'transaction_paid', channel = 'mbank', commission_minor = 18, partner_minor = 1212, paid_at = now()
                 WHERE id = $1`;
    expect(await violatedConstraint(world.database.query(setPaid, [id]))).toBe('payment_transaction_paid_by_attempt');
  });

  it('rejects a change from a funded to an unfunded state of an attempt', async () => {
    for (const from of FUNDED_STATES) {
      const id = await insertPayment('transaction_generated');
      const reference = randomUUID();
      await world.asOwner(
        `INSERT INTO payment_attempt (reference, transaction_id, service_id, channel, connector, state, test, amount_minor, currency, pln_minor,
           commission_minor, partner_minor, next, suspense_minor, reversal_reference, expires_at, started_at, updated_at)
         VALUES ($1::uuid, $2, $3, 'mbank', 'fake', $4, false, 100, 'PLN', 100, 1, 99, '{}', 100, $1::uuid, now(), now(), now())`,
        [reference, id, shop.serviceId, from],
      );
      for (const to of ATTEMPT_TRANSITIONS.states.filter((state) => !FUNDED_STATES.includes(state)))
        expect([
          from,
          to,
          await violatedConstraint(world.database.query('UPDATE payment_attempt SET state = $2 WHERE reference = $1', [reference, to])),
        ]).toEqual([from, to, 'payment_attempt_forward_only']);
    }
  });
});
