import { InvalidArgumentError } from 'commander';
import { DateTime } from 'luxon';
import { durationSeconds } from './duration.js';

/** A moment that has been; a date begins in the time zone it is read in. */
export type Moment = (now: Date, zone: string) => Date;

/** `30d`, `12h` ago, `2026-11-01` or `2026-11-01T12:00+01:00`. */
export function parseSince(text: string): Moment {
  const seconds = durationSeconds(text);
  if (seconds !== null && /[a-z]$/i.test(text.trim())) return (now) => new Date(now.getTime() - seconds * 1000);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && DateTime.fromISO(text).isValid) return (_, zone) => DateTime.fromISO(text, { zone }).toJSDate();
  throw new InvalidArgumentError(
    'It must be a date such as 2026-11-01, a time such as 2026-11-01T12:00, or how long ago, such as 30d or 12h.',
  );
}
