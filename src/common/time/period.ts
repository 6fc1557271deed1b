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

/** The day of a moment, from midnight to midnight in the time zone. */
export const dayOf = (zone: string, moment: Date): Period => periodOf(DateTime.fromJSDate(moment, { zone }), { days: 1 });

function periodFrom(date: string, zone: string, length: Length): Period | null {
  const first = DateTime.fromISO(date, { zone });
  // PostgreSQL has no year 0.
  return first.isValid && first.year > 0 ? periodOf(first, length) : null;
}

type Length = { days: number } | { months: number };

function periodOf(first: DateTime, length: Length): Period {
  return { from: beginningOf(first), to: beginningOf(first.startOf('day').plus(length)) };
}

/** Where clocks are changed at midnight, a day begins at 1:00, or at the first of two midnights. */
function beginningOf(day: DateTime): Date {
  return new Date(Math.min(...day.startOf('day').getPossibleOffsets().map(Number)));
}
