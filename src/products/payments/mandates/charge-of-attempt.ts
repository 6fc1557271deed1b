import { Not, IsNull } from 'typeorm';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { RECURRING_CHANNEL } from '../payment-methods/channel-availability.js';
import { PaymentCharge } from './payment-charge.entity.js';

/** What is needed of a `PaymentAttempt`. Attempts import this folder, so it cannot import them. */
interface Attempt {
  reference: string;
  channel: ChannelId;
}

/** Whether an attempt is a recurring charge. Its payer is on no page and cannot try again. */
export async function isRecurringCharge({ tx }: UnitOfWork, { reference, channel }: Attempt): Promise<boolean> {
  return channel === RECURRING_CHANNEL && tx.existsBy(PaymentCharge, { attemptReference: reference });
}

/** Whether the attempt is a recurring charge that a velocity rule held and the payer then confirmed. */
export async function isConfirmedCharge({ tx }: UnitOfWork, { reference, channel }: Attempt): Promise<boolean> {
  return channel === RECURRING_CHANNEL && tx.existsBy(PaymentCharge, { attemptReference: reference, confirmedAt: Not(IsNull()) });
}

// The lock has its own statement. A statement that waited for a lock rereads only the locked row and sees all other rows as before the wait.
const LOCK_SUBSCRIPTION = `
  SELECT FROM payment_charge c JOIN payment_subscription s ON s.id = c.subscription_id
  WHERE c.attempt_reference = $1 AND c.state = 'free' FOR NO KEY UPDATE OF s`;

// A released (`free`) charge is not in the subscription's sums. Other charges may have used up the limits meanwhile.
const FITS_LIMITS = `
  SELECT coalesce(s.charge_count < s.count_limit, true) AND coalesce(s.charge_minor + c.amount_minor <= s.total_limit_minor, true)
    AND (c.model <> 'A' OR NOT EXISTS (SELECT FROM payment_charge o WHERE o.subscription_id = s.id AND o.period = c.period AND o.state <> 'free'))
    AND NOT EXISTS (SELECT FROM payment_charge o WHERE o.transaction_id = c.transaction_id AND o.id <> c.id AND o.state <> 'free') AS fits
  FROM payment_charge c JOIN payment_subscription s ON s.id = c.subscription_id
  WHERE c.attempt_reference = $1 AND c.state = 'free'`;

/**
 * Whether money that an acquirer has captured is within the mandate's limits. True for an attempt that is no recurring charge, and for a
 * charge that still counts against the limits. The subscription of a released charge is locked until the transaction ends.
 */
export async function isWithinLimits({ tx }: UnitOfWork, { reference, channel }: Attempt): Promise<boolean> {
  if (channel !== RECURRING_CHANNEL) return true;
  await tx.query(LOCK_SUBSCRIPTION, [reference]);
  const [released] = await tx.query<{ fits: boolean }[]>(FITS_LIMITS, [reference]);
  return released?.fits ?? true;
}
