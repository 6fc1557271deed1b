import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { VerifyLedgerService } from '../../src/platform/ledger/verification/verify-ledger.service.js';
import { violatedConstraint } from '../../src/runtime/database/violated-constraint.js';
import { REFUND_STATUSES, REFUND_TRANSITIONS } from '../../src/products/payments/refunds/states.js';
import { startWorld, type World } from '../support/world.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { type RefundShop, refundShop, sendRefunds } from './support/refund-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let refunds: RefundShop;
let payment: string;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  shop = await payments.openPaymentShop();
  refunds = refundShop(world, shop);
  await refunds.createPaidTransaction({ amount: 900 });
});
afterAll(() => world.stop());
beforeEach(async () => {
  payment = await refunds.createPaidTransaction({ amount: 10 });
});

/**
 * The constraint or the error message with which the database rejects one of these statements, or null when it accepts all.
 * The statements are not checked by the gateway, and are rolled back.
 */
const rejectedBy = async (...statements: [string, unknown[]][]): Promise<string | null> => {
  const runner = world.database.createQueryRunner();
  await runner.startTransaction();
  try {
    for (const [text, values] of statements) await runner.query(text, values);
    return null;
  } catch (error) {
    return violatedConstraint(error) ?? String(error);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
};
const NEW_REFUND: Record<string, unknown> = { status: 'refund_new', amount_minor: 400, wallet_minor: 400, currency: 'PLN' };
const insertStatement = (changes: Record<string, unknown> = {}): [string, unknown[]] => {
  const columnValues = { ...NEW_REFUND, ...changes };
  return [
    `INSERT INTO payment_refund (id, transaction_id, service_id, attempt_reference, channel, connector, test, status, amount_minor, currency, wallet_minor,
       next_poll_at, created_at, updated_at)
     SELECT $1, t.id, t.service_id, coalesce($8::uuid, a.reference), coalesce($6, a.channel), coalesce($7, a.connector), a.test, $3, $4, $9, $5, now(), now(), now()
     FROM payment_transaction t JOIN payment_attempt a ON a.transaction_id = t.id WHERE t.id = $2`,
    [
      columnValues['id'] ?? randomUUID(),
      columnValues['payment'] ?? payment,
      columnValues['status'],
      columnValues['amount_minor'],
      columnValues['wallet_minor'],
      columnValues['channel'] ?? null,
      columnValues['connector'] ?? null,
      columnValues['attempt'] ?? null,
      columnValues['currency'],
    ],
  ];
};
const updateStatement = (id: string, set: string): [string, unknown[]] => [`UPDATE payment_refund SET ${set} WHERE id = $1`, [id]];

describe('the database', () => {
  it('accepts a valid refund', async () => expect(await rejectedBy(insertStatement())).toBeNull());

  it.each([
    ['more than was paid', { amount_minor: 1_001, wallet_minor: 1_001 }, 'payment_transaction_refunds_not_above_paid'],
    ['the amount 0', { amount_minor: 0, wallet_minor: 0 }, 'payment_refund_amounts'],
    ['less of the wallet than its value', { wallet_minor: 399 }, 'payment_refund_wallet_value'],
    ['more of the wallet than its value', { wallet_minor: 401 }, 'payment_refund_wallet_value'],
    ['another currency', { currency: 'EUR' }, 'payment_refund_of_paid_attempt'],
    ['another channel', { channel: 'ing' }, 'payment_refund_of_paid_attempt'],
    ['another account', { connector: 'other' }, 'payment_refund_of_paid_attempt'],
    ['an initial state other than new', { status: 'refund_completed' }, 'payment_refund_begins_new'],
  ])('rejects a refund of %s', async (_, changes, constraint) => expect(await rejectedBy(insertStatement(changes))).toBe(constraint));

  it('rejects two refunds that together exceed the payment, and counts pending ones', async () => {
    await refunds.createNewRefund(payment, 7);
    expect(await rejectedBy(insertStatement({ amount_minor: 301, wallet_minor: 301 }))).toBe('payment_transaction_refunds_not_above_paid');
    expect(await rejectedBy(insertStatement({ amount_minor: 300, wallet_minor: 300 }))).toBeNull();
  });

  it('rejects a refund of a payment that is not paid, or that another attempt paid', async () => {
    const unpaid = await shop.createNewPayment();
    await shop.beginAttempt(unpaid);
    expect(await rejectedBy(insertStatement({ payment: unpaid }))).toBe('payment_refund_of_paid');
    const other = await refunds.createPaidTransaction({ amount: 10 });
    const [attempt] = await shop.attempts(other);
    expect(await rejectedBy(insertStatement({ attempt: attempt?.reference }))).toBe('payment_refund_of_paid_attempt');
  });

  it('allows exactly the transitions of the refund’s transition table', async () => {
    const id = randomUUID();
    for (const from of REFUND_STATUSES)
      for (const to of REFUND_STATUSES) {
        if (from === to) continue;
        // The triggers would reject a direct move of a new refund to some of the states from which a round begins.
        await world.asOwner('ALTER TABLE payment_refund DISABLE TRIGGER USER');
        const sentAt = from === 'refund_new' ? 'NULL' : 'now()';
        const completedAt = from === 'refund_completed' ? 'now()' : 'NULL';
        const [text, values] = insertStatement({ id });
        await world.asOwner(text, values);
        await world.asOwner(
          `UPDATE payment_refund SET status = '${from}', sent_at = ${sentAt}, completed_at = ${completedAt} WHERE id = $1`,
          [id],
        );
        await world.asOwner('ALTER TABLE payment_refund ENABLE TRIGGER USER');
        const changedDates = to === 'refund_new' ? ', sent_at = NULL, completed_at = NULL' : `, sent_at = coalesce(sent_at, now())`;
        const completionDate = to === 'refund_completed' ? ', completed_at = now()' : '';
        const constraint = await rejectedBy(updateStatement(id, `status = '${to}'${changedDates}${completionDate}`));
        expect([from, to, constraint === 'payment_refund_forward_only']).toEqual([from, to, !REFUND_TRANSITIONS.allows(from, to)]);
        await world.asOwner('ALTER TABLE payment_refund DISABLE TRIGGER USER');
        await world.asOwner('DELETE FROM payment_refund WHERE id = $1', [id]);
        await world.asOwner('ALTER TABLE payment_refund ENABLE TRIGGER USER');
      }
  });

  it.each([
    ['a pending refund without a next poll', 'pending', 'next_poll_at = NULL', 'payment_refund_open_is_polled'],
    ['the date of sending of a new refund', 'new', 'sent_at = now()', 'payment_refund_sent_is_dated'],
    ['a change of the date of sending', 'pending', `sent_at = sent_at - interval '1 day'`, 'payment_refund_dates_immutable'],
    ['a change of the date of completion', 'completed', `completed_at = completed_at - interval '1 day'`, 'payment_refund_dates_immutable'],
    ['a completed refund without the date of completion', 'completed', 'completed_at = NULL', 'payment_refund_dates_immutable'],
    ['a date of completion after the refund failed', 'failed', 'completed_at = now()', 'payment_refund_dates_immutable'],
    ['a conflict of an unknown kind', 'completed', `conflict = 'who knows'`, 'payment_refund_conflict_known'],
    ['a provider reference of more than 255 bytes', 'completed', `provider_ref = repeat('x', 256)`, 'payment_refund_given_bounded'],
  ] as const)('rejects %s', async (_, status, set, constraint) => {
    const outcome = status === 'completed' || status === 'failed' ? status : 'unknown';
    payments.acquirer.onRefund = () => ({ outcome, providerRef: null, data: null, rawCode: null, money: null });
    const id = await refunds.createNewRefund(payment, 4);
    if (status !== 'new') await sendRefunds(world);
    expect(await refunds.status(id)).toBe(status);
    expect(await rejectedBy(updateStatement(id, set))).toBe(constraint);
  });

  it('rejects changes of the content of a refund, even by the owner', async () => {
    const id = await refunds.createNewRefund(payment, 4);
    for (const set of [
      'amount_minor = 1',
      'wallet_minor = 1',
      `currency = 'EUR'`,
      `channel = 'ing'`,
      'test = NOT test',
      `created_at = now()`,
      'transaction_id = service_id::uuid',
    ])
      await expect(world.asOwner(`UPDATE payment_refund SET ${set} WHERE id = $1`, [id])).rejects.toThrow(
        /cannot be changed|invalid input/,
      );
    expect(await rejectedBy(updateStatement(id, 'amount_minor = 1'))).toContain('permission denied');
  });

  it('does not let the application write the refund sums of a payment', async () => {
    await refunds.createNewRefund(payment, 4);
    for (const column of ['refund_count', 'refund_minor', 'refund_pln_minor', 'refunded_minor'])
      expect(await rejectedBy([`UPDATE payment_transaction SET ${column} = 0 WHERE id = $1`, [payment]])).toContain('permission denied');
  });

  it('rejects the state refunded for a payment that is not completely refunded', async () => {
    const setRefunded = `UPDATE payment_transaction SET status = 'transaction_refunded' WHERE id = $1`;
    expect(await rejectedBy([setRefunded, [payment]])).toBe('payment_transaction_refunded_is_back');
    payments.acquirer.onRefund = () => ({ outcome: 'completed', providerRef: null, data: null, rawCode: null, money: null });
    const id = await refunds.createNewRefund(payment);
    expect(await rejectedBy([setRefunded, [payment]])).toBe('payment_transaction_refunded_is_back');
    await sendRefunds(world);
    expect(await rejectedBy(updateStatement(id, `status = 'refund_failed'`))).toBe('payment_transaction_refunded_is_back');
  });

  it('allows at most a thousand refunds of a payment', async () => {
    const setRefundCount = 'UPDATE payment_transaction SET refund_count = $2 WHERE id = $1';
    await world.asOwner(setRefundCount, [payment, 1_000]);
    expect(await rejectedBy(insertStatement({ amount_minor: 1, wallet_minor: 1 }))).toBe('payment_transaction_refunds_bounded');
    expect((await refunds.sendRefundRequest(payment, { amount: 0.01 })).body).toMatchObject({
      errorCode: 'REFUND_NOT_SUPPORTED',
      message: 'A payment has at most 1000 refunds.',
    });
    await world.asOwner(setRefundCount, [payment, 999]);
    expect((await refunds.sendRefundRequest(payment, { amount: 0.01 })).status).toBe(200);
    await world.asOwner(setRefundCount, [payment, 1]);
  });
});

describe('ledger verify', () => {
  it('finds a refund that differs from its entry, and an entry without a refund', async () => {
    const verify = async () => (await world.get(VerifyLedgerService).run()).firstInconsistentRow;
    payments.acquirer.onRefund = () => ({ outcome: 'completed', providerRef: null, data: null, rawCode: null, money: null });
    const id = await refunds.createNewRefund(payment, 4);
    await sendRefunds(world);
    expect(await verify()).toBeNull();
    const inconsistentRowAfter = async (change: string, repair: string): Promise<unknown> => {
      await world.asOwner(`ALTER TABLE payment_refund DISABLE TRIGGER USER; UPDATE payment_refund SET ${change} WHERE id = '${id}'`);
      const inconsistentRow = await verify();
      await world.asOwner(`UPDATE payment_refund SET ${repair} WHERE id = '${id}'; ALTER TABLE payment_refund ENABLE TRIGGER USER`);
      return inconsistentRow;
    };
    const rowWithoutPosting = (kind: string): object => ({
      table: 'payment_refund',
      id: `${payment}:${id}`,
      reason: expect.stringContaining(`its postings of ${kind} do not match its row: nothing instead of`),
    });
    expect(await inconsistentRowAfter('wallet_minor = 399', 'wallet_minor = 400')).toMatchObject({
      table: 'payment_refund',
      id: `${payment}:${id}`,
    });
    expect(await inconsistentRowAfter(`status = 'refund_failed'`, `status = 'refund_completed'`)).toEqual(
      rowWithoutPosting('refund.taken_back'),
    );
    expect(
      await inconsistentRowAfter(
        `status = 'refund_pending', completed_at = NULL, next_poll_at = now()`,
        `status = 'refund_completed', completed_at = now(), next_poll_at = NULL`,
      ),
    ).toEqual({
      table: 'ledger_entry',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reason: expect.stringMatching(
        /^no row of payment_refund has caused it: the ledger has \d+ entries of refund.completed, and the rows of payment_refund have caused \d+$/,
      ),
    });
    expect(await verify()).toBeNull();
  });
});
