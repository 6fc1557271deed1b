import { DateTime } from 'luxon';

/** `from` is included, `to` is excluded. */
export interface Period {
  from: Date;
  to: Date;
}

/** A day such as `2026-10-31`, from midnight to midnight in the time zone. @returns null when the day does not exist. */
export function dayIn(zone: string, text: string): Period | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? periodFrom(text, zone, { days: 1 }) : null;
}

/** A month such as `2026-10`, from midnight to midnight in the time zone. @returns null when the month does not exist. */
export function monthIn(zone: string, text: string): Period | null {
  return /^\d{4}-\d{2}$/.test(text) ? periodFrom(`${text}-01`, zone, { months: 1 }) : null;
}

function periodFrom(date: string, zone: string, length: { days: number } | { months: number }): Period | null {
  const first = DateTime.fromISO(date, { zone }).startOf('day');
  // PostgreSQL has no year 0. The second `startOf`: where clocks are set forward at midnight, a day begins at 1:00 and the next one at 0:00.
  return first.isValid && first.year > 0 ? { from: first.toJSDate(), to: first.plus(length).startOf('day').toJSDate() } : null;
}
