import { InvalidArgumentError } from 'commander';
import { DateTime } from 'luxon';
import { durationSeconds } from './duration.js';

/** When something ends; a date begins in the time zone it is read in. */
export type Expiry = (now: Date, zone: string) => Date;

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/;

/** `90d`, `12h`, `2027-01-01` or `2027-01-01T12:00+01:00`. */
export function parseExpiry(text: string): Expiry {
  const seconds = durationSeconds(text);
  if (seconds !== null && /[a-z]$/i.test(text.trim())) return (now) => new Date(now.getTime() + seconds * 1000);
  if (DATE.test(text) && DateTime.fromISO(text).isValid) return (_, zone) => DateTime.fromISO(text, { zone }).toJSDate();
  throw new InvalidArgumentError(
    'It must be a date such as 2027-01-01, a time such as 2027-01-01T12:00, or a duration such as 90d or 12h.',
  );
}
