import { DateTime } from 'luxon';

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(?<offset>Z|[+-]\d\d(:?\d\d)?)?$/;

/** A date of the terms: a day of the zone, of which the terms mean its begin or its end, or a moment, of which they mean itself. */
export interface TermsDate {
  begin: Date;
  /** The first moment that is not of it any more. */
  end: Date;
}

/**
 * `2026-12-01`, or an ISO 8601 date and time, which is the zone's where it names none.
 * @returns null for anything else, and for days and times that do not exist, such as 30 February, or those that a clock of the zone leaves
 * out when it is put forward.
 */
export function termsDate(text: unknown, zone: string): TermsDate | null {
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

/** A time that the zone's clock leaves out is read as the one that it shows instead. */
function isOnClock(at: DateTime, text: string): boolean {
  return at.setZone('utc', { keepLocalTime: true }).toMillis() === DateTime.fromISO(text, { zone: 'utc' }).toMillis();
}
