import type { UnitOfWork } from '../../../../platform/changes/unit-of-work.js';
import { runNamed } from '../../../../runtime/database/named-query.js';
import type { LastCharge } from './next-attempt-number.js';

// A charge that was never sent does not count as an attempt. A held charge that the payer did not confirm in time does not count either.
const FIND_LAST = {
  name: 'payment_charge_last',
  text: `SELECT c.number, c.period, c.state, c.created_at AS at FROM payment_charge c LEFT JOIN payment_attempt a ON a.reference = c.attempt_reference
         WHERE c.subscription_id = $1 AND (c.state = 'running' OR a.state <> 'not_sent') ORDER BY c.sequence DESC LIMIT 1`,
};

const IS_PERIOD_PAID = {
  name: 'payment_charge_paid_period',
  text: `SELECT EXISTS (SELECT FROM payment_charge WHERE subscription_id = $1 AND period = $2 AND state IN ('held', 'taken')) AS paid`,
};

/** The latest charge that counts as an attempt. The caller holds the subscription's lock. */
export async function lastCharge({ tx }: UnitOfWork, subscriptionId: string): Promise<(LastCharge & { isRunning: boolean }) | null> {
  const [row] = await runNamed<{ number: number; period: number | null; state: string; at: Date }>(tx, FIND_LAST, [subscriptionId]);
  if (!row) return null;
  const { state, ...last } = row;
  return { ...last, isPaid: state === 'held' || state === 'taken', isRunning: state === 'running' };
}

export async function isPeriodPaid({ tx }: UnitOfWork, subscriptionId: string, period: number): Promise<boolean> {
  const [row] = await runNamed<{ paid: boolean }>(tx, IS_PERIOD_PAID, [subscriptionId, period]);
  return row?.paid ?? false;
}
