import { DateTime } from 'luxon';

const DAY = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(?<offset>Z|[+-]\d\d(:?\d\d)?)?$/;

/** A date of the terms. A day has its start and its end in the zone. A date and time has the same instant twice. */
export interface TermsDate {
  begin: Date;
  /** For a day, the start of the next day. */
  end: Date;
}

/**
 * Reads a day such as `2026-12-01`, or an ISO 8601 date and time. A time without an offset is in `zone`.
 * @returns null for anything else, for days that do not exist, such as 30 February, and for times that the zone skips in spring.
 */
export function parseTermsDate(text: unknown, zone: string): TermsDate | null {
  if (typeof text !== 'string') return null;
  const isDay = DAY.test(text);
  const dateTimeMatch = DATE_TIME.exec(text);
  if (!isDay && !dateTimeMatch) return null;
  const date = DateTime.fromISO(text, { zone });
  if (!date.isValid || (dateTimeMatch && dateTimeMatch.groups?.['offset'] === undefined && !existsInZone(date, text))) return null;
  return isDay
    ? { begin: date.startOf('day').toJSDate(), end: date.plus({ days: 1 }).startOf('day').toJSDate() }
    : { begin: date.toJSDate(), end: date.toJSDate() };
}

/** False for a time that the zone skips in spring, which Luxon reads as a later time. */
function existsInZone(date: DateTime, text: string): boolean {
  return date.setZone('utc', { keepLocalTime: true }).toMillis() === DateTime.fromISO(text, { zone: 'utc' }).toMillis();
}
