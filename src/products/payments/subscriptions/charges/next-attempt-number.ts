/** A billing period has ten tries, counted from 0. */
export const LAST_ATTEMPT_NUMBER = 9;

/** Without billing periods, the count starts anew this long after the last try. */
const SERIES_LASTS_DAYS = 30;

export interface LastCharge {
  number: number;
  period: number | null;
  isPaid: boolean;
  at: Date;
}

/** Number of the next try within its billing period. @returns null when there can be no more in this one. */
export function nextAttemptNumber(last: LastCharge | null, period: number | null, now: Date): number | null {
  if (!last || last.isPaid) return 0;
  const isOver = period === null ? now.getTime() >= last.at.getTime() + SERIES_LASTS_DAYS * 86_400_000 : period !== last.period;
  if (isOver) return 0;
  return last.number < LAST_ATTEMPT_NUMBER ? last.number + 1 : null;
}
