import { InvalidArgumentError } from 'commander';
import { type Moment, readMoment } from './moment.js';

/** When something ends: `90d`, `12h`, `2027-01-01` or `2027-01-01T12:00+01:00`. */
export function parseExpiry(text: string): Moment {
  const moment = readMoment(text, 1);
  if (moment) return moment;
  throw new InvalidArgumentError(
    'It must be a date such as 2027-01-01, a time such as 2027-01-01T12:00, or a duration such as 90d or 12h.',
  );
}
