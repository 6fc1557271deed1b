import type { Agreement } from './agreement.js';
import { chargedOf, isBeforeBegin, isPastEnd, mostOf, periodOf, underWay } from './agreement-sums.js';
import type { OnlinePayment } from './online-payment.js';

/** Tries of a billing period. */
const MOST_TRIES = 10;

/** Whether a charge may be refused for this reason, as things stand now. Of any other reason the books know nothing. */
export function refusalIsRight(agreement: Agreement, payment: OnlinePayment, now: Date): (code: string) => boolean {
  const { terms, charges } = agreement;
  const { count, minor } = chargedOf(agreement);
  const { amount } = payment.asked;
  const period = periodOf(agreement, now);
  const right: Record<string, boolean> = {
    SUBSCRIPTION_NOT_ACTIVE: agreement.state !== 'subscription_active' || isPastEnd(agreement, now),
    ATTEMPT_IN_PROGRESS: underWay(agreement) > 0 || payment.attempts.length > 0 || agreement.waiting.length > 0,
    COUNT_LIMIT_EXCEEDED: count >= (terms.count ?? Infinity),
    TOTAL_AMOUNT_LIMIT_EXCEEDED: minor + amount > (terms.total ?? Infinity),
    AMOUNT_LIMIT_EXCEEDED: amount > mostOf(agreement),
    INITIATION_DATE_NOT_REACHED: isBeforeBegin(agreement, now),
    FREQUENCY_LIMIT_EXCEEDED: charges.some((charge) => charge.standing !== 'free' && charge.period === period),
    ATTEMPTS_EXHAUSTED: charges.length >= MOST_TRIES,
  };
  return (code) => right[code] ?? true;
}
