/** Of ten tries in a billing period. */
export const LAST_NUMBER = 9;

/** Where there are no billing periods, a series of tries is over so long after its last one. */
const SERIES_LASTS_DAYS = 30;

/** The charge that was made last. */
export interface LastCharge {
  number: number;
  period: number | null;
  isPaid: boolean;
  at: Date;
}

/** Which try the next charge is within its billing period. @returns null when there can be no more in this one. */
export function nextNumber(last: LastCharge | null, period: number | null, now: Date): number | null {
  if (!last || last.isPaid) return 0;
  const isOver = period === null ? now.getTime() >= last.at.getTime() + SERIES_LASTS_DAYS * 86_400_000 : period !== last.period;
  if (isOver) return 0;
  return last.number < LAST_NUMBER ? last.number + 1 : null;
}
