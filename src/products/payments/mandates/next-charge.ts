import { periodAt, periodStart } from './frequency.js';
import type { SubscriptionTerms } from './terms.js';

/** What has been charged under a mandate. */
export interface ChargeProgress {
  /** null: not yet. */
  agreedAt: Date | null;
  /** Charges that are paid or under way. */
  count: number;
  /** The last billing period with such a charge; null where none has one. */
  lastPeriod: number | null;
}

/** Earliest time of the next charge. @returns null where the shop decides, or nothing is left to be charged. */
export function nextChargeAt(
  terms: SubscriptionTerms,
  { agreedAt, count, lastPeriod }: ChargeProgress,
  now: Date,
  zone: string,
): Date | null {
  const { frequency, initiationAt, countLimit, expiresAt } = terms;
  if (countLimit !== null && count >= countLimit) return null;
  const next = initiationAt && now < initiationAt ? initiationAt : nextPeriod();
  return next && expiresAt && next >= expiresAt ? null : next;

  function nextPeriod(): Date | null {
    if (frequency === null) return null;
    const start = initiationAt ?? agreedAt ?? now;
    const period = periodAt(frequency, start, zone, now);
    return lastPeriod === null || lastPeriod < period ? now : periodStart(frequency, start, zone, lastPeriod + 1);
  }
}
