import { DateTime } from 'luxon';

/** From (included) to (excluded). */
export interface Period {
  from: Date;
  to: Date;
}

/** A day such as `2026-10-31`, from midnight to midnight in the zone. @returns null when there is no such day. */
export function dayIn(zone: string, text: string): Period | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? periodFrom(text, zone, { days: 1 }) : null;
}

/** A month such as `2026-10`, from midnight to midnight in the zone. @returns null when there is no such month. */
export function monthIn(zone: string, text: string): Period | null {
  return /^\d{4}-\d{2}$/.test(text) ? periodFrom(`${text}-01`, zone, { months: 1 }) : null;
}

function periodFrom(date: string, zone: string, length: { days: number } | { months: number }): Period | null {
  const first = DateTime.fromISO(date, { zone }).startOf('day');
  // The database knows no year 0.
  return first.isValid && first.year > 0 ? { from: first.toJSDate(), to: first.plus(length).toJSDate() } : null;
}
