import { InvalidArgumentError } from 'commander';
import { type Moment, readMoment } from './moment.js';

/** A moment that has been: `30d`, `12h` ago, `2026-11-01` or `2026-11-01T12:00+01:00`. */
export function parseSince(text: string): Moment {
  const moment = readMoment(text, -1);
  if (moment) return moment;
  throw new InvalidArgumentError(
    'It must be a date such as 2026-11-01, a time such as 2026-11-01T12:00, or how long ago, such as 30d or 12h.',
  );
}
