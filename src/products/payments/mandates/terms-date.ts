import { DateTime } from 'luxon';

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(?<offset>Z|[+-]\d\d(:?\d\d)?)?$/;

/** A date of the terms. For a day, its begin and end in the zone; for a moment, both are that moment. */
export interface TermsDate {
  begin: Date;
  /** The first moment after it. */
  end: Date;
}

/**
 * Reads `2026-12-01`, or an ISO 8601 date and time, which is in the zone where it names no offset.
 * @returns null for anything else, and for days and times that do not exist, such as 30 February, or times that the zone skips in spring.
 */
export function parseTermsDate(text: unknown, zone: string): TermsDate | null {
  if (typeof text !== 'string') return null;
  const isDay = DAY.test(text);
  const moment = MOMENT.exec(text);
  if (!isDay && !moment) return null;
  const at = DateTime.fromISO(text, { zone });
  if (!at.isValid || (moment && moment.groups?.['offset'] === undefined && !isOnClock(at, text))) return null;
  return isDay
    ? { begin: at.startOf('day').toJSDate(), end: at.plus({ days: 1 }).startOf('day').toJSDate() }
    : { begin: at.toJSDate(), end: at.toJSDate() };
}

/** False for a time that the zone skips: the library reads it as a later one. */
function isOnClock(at: DateTime, text: string): boolean {
  return at.setZone('utc', { keepLocalTime: true }).toMillis() === DateTime.fromISO(text, { zone: 'utc' }).toMillis();
}
