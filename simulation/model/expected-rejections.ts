import type { Mandate } from './mandate.js';
import { limitTotals, isBeforeStart, isPastEnd, chargeLimit, billingPeriodOf, countInProgress } from './mandate-totals.js';
import type { OnlinePayment } from './online-payment.js';

/** The gateway allows this many charges in one billing period. The model only checks that the mandate has this many charges in total. */
const MAX_TRIES = 10;

/**
 * Computes the codes with which the gateway may reject a charge now. Call it before the charge, which changes the model.
 * @returns a function that is true for an expected code, and for each code that the model does not know.
 */
export function expectedRejections(mandate: Mandate, payment: OnlinePayment, now: Date): (code: string) => boolean {
  const { terms, charges } = mandate;
  const { count, minor } = limitTotals(mandate);
  const { amount } = payment.requested;
  const currentPeriod = billingPeriodOf(mandate, now);
  const isExpected: Record<string, boolean> = {
    SUBSCRIPTION_NOT_ACTIVE: mandate.gatewayState !== 'subscription_active' || isPastEnd(mandate, now),
    ATTEMPT_IN_PROGRESS: countInProgress(mandate) > 0 || payment.attempts.length > 0 || mandate.awaitingConfirmation.length > 0,
    COUNT_LIMIT_EXCEEDED: count >= (terms.maxCount ?? Infinity),
    TOTAL_AMOUNT_LIMIT_EXCEEDED: minor + amount > (terms.maxTotalMinor ?? Infinity),
    AMOUNT_LIMIT_EXCEEDED: amount > chargeLimit(mandate),
    INITIATION_DATE_NOT_REACHED: isBeforeStart(mandate, now),
    FREQUENCY_LIMIT_EXCEEDED: charges.some((charge) => charge.chargeState !== 'free' && charge.billingPeriod === currentPeriod),
    ATTEMPTS_EXHAUSTED: charges.length >= MAX_TRIES,
  };
  return (code) => isExpected[code] ?? true;
}
