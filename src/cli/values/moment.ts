import { DateTime } from 'luxon';
import { durationSeconds } from './duration.js';

/** A moment as people write it; a date begins in the time zone it is read in. */
export type Moment = (now: Date, zone: string) => Date;

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * `30d` or `12h`, a date such as `2026-11-01` or a time such as `2026-11-01T12:00+01:00`.
 * @param direction of a duration: -1 looks back, 1 ahead.
 * @returns null for anything else.
 */
export function readMoment(text: string, direction: -1 | 1): Moment | null {
  const seconds = durationSeconds(text);
  if (seconds !== null && /[a-z]$/i.test(text.trim())) return (now) => new Date(now.getTime() + direction * seconds * 1000);
  if (DATE.test(text) && DateTime.fromISO(text).isValid) return (_, zone) => DateTime.fromISO(text, { zone }).toJSDate();
  return null;
}
