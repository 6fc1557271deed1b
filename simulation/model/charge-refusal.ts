import type { Mandate } from './mandate.js';
import { chargedOf, isBeforeStart, isPastEnd, chargeLimit, periodOf, inProgress } from './mandate-sums.js';
import type { OnlinePayment } from './online-payment.js';

/** How often a billing period may be tried. */
const MAX_TRIES = 10;

/** Whether the current state justifies refusing a charge for this reason. The model cannot judge any other reason. */
export function isExpectedRefusal(mandate: Mandate, payment: OnlinePayment, now: Date): (code: string) => boolean {
  const { terms, charges } = mandate;
  const { count, minor } = chargedOf(mandate);
  const { amount } = payment.requested;
  const period = periodOf(mandate, now);
  const right: Record<string, boolean> = {
    SUBSCRIPTION_NOT_ACTIVE: mandate.state !== 'subscription_active' || isPastEnd(mandate, now),
    ATTEMPT_IN_PROGRESS: inProgress(mandate) > 0 || payment.attempts.length > 0 || mandate.waiting.length > 0,
    COUNT_LIMIT_EXCEEDED: count >= (terms.count ?? Infinity),
    TOTAL_AMOUNT_LIMIT_EXCEEDED: minor + amount > (terms.total ?? Infinity),
    AMOUNT_LIMIT_EXCEEDED: amount > chargeLimit(mandate),
    INITIATION_DATE_NOT_REACHED: isBeforeStart(mandate, now),
    FREQUENCY_LIMIT_EXCEEDED: charges.some((charge) => charge.chargeState !== 'free' && charge.period === period),
    ATTEMPTS_EXHAUSTED: charges.length >= MAX_TRIES,
  };
  return (code) => right[code] ?? true;
}
