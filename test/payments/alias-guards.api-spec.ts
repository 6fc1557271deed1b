import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ALIAS_STATUSES, ALIAS_TRANSITIONS, type AliasStatus } from '../../src/products/payments/blik-aliases/states.js';
import { wireValueOf } from '../../src/products/payments/blik-aliases/wire-value.js';
import { startWorld, type World } from '../support/world.js';
import { type PaymentShop, paymentWorld } from './support/payment-shop.js';

let world: World;
let shop: PaymentShop;
let transactionId: string;
beforeAll(async () => {
  world = await startWorld();
  shop = await paymentWorld(world).openPaymentShop();
  transactionId = await shop.createNewPayment();
});
afterAll(() => world.stop());

interface AliasFields {
  type?: 'PAYID' | 'UID';
  value?: string;
  /** The acquirer's key of the bank's app; null when no app is named. */
  key?: string | null;
}

/** Inserts a pending alias and moves the alias to this status. */
async function insertAlias(status: AliasStatus, { type = 'UID', value = randomUUID(), key = null }: AliasFields = {}): Promise<string> {
  const id = randomUUID();
  await world.asOwner(
    `INSERT INTO payment_alias (id, service_id, type, value, wire_value, label, status, connector, test, transaction_id, next_poll_at, created_at, updated_at)
     VALUES ($1, $2, $3::text, $4, $6, 'Books', 'alias_pending_registration', 'fake', false, $5, CASE $3::text WHEN 'UID' THEN now() END, now(), now())`,
    [id, shop.serviceId, type, value, transactionId, wireValueOf(type, shop.serviceId, value)],
  );
  if (status !== 'alias_pending_registration') await moveTo(id, status, key);
  return id;
}

const moveTo = (id: string, to: AliasStatus, key: string | null = null): Promise<unknown> =>
  world.database.query(
    `UPDATE payment_alias SET status = $2::text, blik_key = coalesce($3, blik_key),
       activated_at = CASE WHEN $2::text = 'alias_active' THEN now() ELSE activated_at END,
       next_poll_at = CASE $2::text WHEN 'alias_pending_registration' THEN next_poll_at END,
       closed_by = CASE WHEN $2::text IN ('alias_unregistered', 'alias_expired') THEN 'channel' END WHERE id = $1`,
    [id, to, key],
  );

/** @returns the violated constraint, or the error message when no constraint was violated; null when the database accepts the change. */
const violatedConstraint = async (change: Promise<unknown>): Promise<string | null> =>
  change.then(
    () => null,
    ({ constraint, message }: { constraint?: string; message: string }) => constraint ?? message,
  );

describe('the database guard of aliases', () => {
  it.each(ALIAS_STATUSES)('allows exactly the transitions from %s that the transition table allows', async (from) => {
    for (const to of ALIAS_STATUSES.filter((status) => status !== from)) {
      const constraint = await violatedConstraint(moveTo(await insertAlias(from), to));
      expect([from, to, constraint]).toEqual([from, to, ALIAS_TRANSITIONS.allows(from, to) ? null : 'payment_alias_forward_only']);
    }
  });

  it('allows only an ended alias to be erased, and only with a value that holds its own id', async () => {
    const erasure = "value = 'erased-' || id, blik_key = NULL";
    const [activeId, endedId] = [await insertAlias('alias_active', { key: 'app-1' }), await insertAlias('alias_unregistered')];
    const change = (id: string, set: string): Promise<string | null> =>
      violatedConstraint(world.asOwner(`UPDATE payment_alias SET ${set} WHERE id = $1`, [id]));
    expect(await change(activeId, erasure)).toBe('payment_alias_immutable');
    expect(await change(endedId, "value = 'erased-other'")).toBe('payment_alias_immutable');
    expect(await change(endedId, `${erasure}, test = true`)).toBe('payment_alias_immutable');
    expect(await change(endedId, erasure)).toBeNull();
    expect(await change(endedId, "value = 'another'")).toBe('payment_alias_immutable');
  });

  it.each([
    "value = 'another'",
    "type = 'PAYID', next_poll_at = NULL, blik_key = NULL",
    "connector = 'other'",
    'test = true',
    'created_at = now()',
    "blik_key = 'another'",
    "activated_at = now() + interval '1 day'",
  ])('rejects a change of an immutable column of an alias: %s', async (change) => {
    const id = await insertAlias('alias_active', { key: 'app-1' });
    expect(await violatedConstraint(world.asOwner(`UPDATE payment_alias SET ${change} WHERE id = $1`, [id]))).toBe(
      'payment_alias_immutable',
    );
  });

  it('rejects a second PAYID with the same value, unless the first one ended without ever being active', async () => {
    const insertPayid = (value: string) => violatedConstraint(insertAlias('alias_pending_registration', { type: 'PAYID', value }));
    await insertAlias('alias_pending_registration', { type: 'PAYID', value: 'waits' });
    expect(await insertPayid('waits')).toBe('payment_alias_payid_once');
    await insertAlias('alias_unregistered', { type: 'PAYID', value: 'never-was' });
    expect(await insertPayid('never-was')).toBeNull();
    const activeId = await insertAlias('alias_active', { type: 'PAYID', value: 'was' });
    await moveTo(activeId, 'alias_unregistered');
    expect(await insertPayid('was')).toBe('payment_alias_payid_once');
  });

  it('allows one active UID per value and app', async () => {
    await insertAlias('alias_active', { value: 'payer-1', key: 'app-1' });
    expect(await violatedConstraint(insertAlias('alias_active', { value: 'payer-1', key: 'app-1' }))).toBe(
      'payment_alias_uid_once_per_app',
    );
    expect(await violatedConstraint(insertAlias('alias_active', { value: 'payer-1', key: 'app-2' }))).toBeNull();
    expect(await violatedConstraint(insertAlias('alias_active', { value: 'payer-1' }))).toBeNull();
    expect(await violatedConstraint(insertAlias('alias_active', { value: 'payer-1' }))).toBe('payment_alias_uid_once_per_app');
  });

  it('rejects a new alias that is not pending, or whose payment belongs to another service', async () => {
    const insert = (status: string, serviceId: string) =>
      violatedConstraint(
        world.asOwner(
          `INSERT INTO payment_alias (id, service_id, type, value, wire_value, label, status, connector, test, transaction_id, next_poll_at, activated_at, created_at, updated_at)
           VALUES (gen_random_uuid(), $1, 'UID', 'v', $4, 'l', $2, 'fake', false, $3, now(), now(), now(), now())`,
          [serviceId, status, transactionId, wireValueOf('UID', serviceId, 'v')],
        ),
      );
    const other = await paymentWorld(world).openPaymentShop();
    expect(await insert('alias_active', shop.serviceId)).toBe('payment_alias_begins_pending');
    expect(await insert('alias_pending_registration', other.serviceId)).toBe('payment_alias_matches_service');
  });
});
