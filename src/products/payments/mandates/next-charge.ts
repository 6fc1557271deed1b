import { periodAt, periodStart } from './frequency.js';
import type { SubscriptionTerms } from './terms.js';

/** What was charged under a mandate until now. */
export interface ChargeProgress {
  /** When the mandate became active; null before that. */
  mandateActiveAt: Date | null;
  /** Number of charges that are paid, held or pending. */
  count: number;
  /** Number of the last billing period with such a charge; null when no charge has a period. */
  lastPeriod: number | null;
}

/** Earliest time of the next charge. @returns null when no more charge is allowed, or when only the partner decides the time. */
export function nextChargeAt(
  terms: SubscriptionTerms,
  { mandateActiveAt, count, lastPeriod }: ChargeProgress,
  now: Date,
  zone: string,
): Date | null {
  const { frequency, initiationAt, countLimit, expiresAt } = terms;
  if (countLimit !== null && count >= countLimit) return null;
  const next = initiationAt && now < initiationAt ? initiationAt : nextPeriodStart();
  return next && expiresAt && next >= expiresAt ? null : next;

  function nextPeriodStart(): Date | null {
    if (frequency === null) return null;
    const start = initiationAt ?? mandateActiveAt ?? now;
    const period = periodAt(frequency, start, zone, now);
    return lastPeriod === null || lastPeriod < period ? now : periodStart(frequency, start, zone, lastPeriod + 1);
  }
}
