/** A billing period has at most ten attempts, numbered from 0. */
export const LAST_ATTEMPT_NUMBER = 9;

/** Without billing periods, the numbers start at 0 again when the last attempt is this old. */
const RESTART_AFTER_DAYS = 30;

export interface LastCharge {
  number: number;
  /** Number of the billing period; null without billing periods. */
  period: number | null;
  isPaid: boolean;
  /** Time of creation. */
  at: Date;
}

/** Number of the next attempt within its billing period. @returns null when no more attempts are allowed in the period. */
export function nextAttemptNumber(last: LastCharge | null, period: number | null, now: Date): number | null {
  if (!last || last.isPaid) return 0;
  const isPeriodOver = period === null ? now.getTime() >= last.at.getTime() + RESTART_AFTER_DAYS * 86_400_000 : period !== last.period;
  if (isPeriodOver) return 0;
  return last.number < LAST_ATTEMPT_NUMBER ? last.number + 1 : null;
}
