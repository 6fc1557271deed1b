import { InvalidArgumentError } from 'commander';
import { dayOrMomentProblem, parseDayOrMoment } from '../../common/time/moment.js';
import { UserError } from '../user-error.js';

const SECONDS_OF_UNIT = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const DURATION = /^(\d{1,9})([smhd]?)$/;

/** `30`, `30s`, `10m`, `24h`, `90d` in seconds; null for anything else. */
export function durationSeconds(text: string): number | null {
  const [, amount, unit] = DURATION.exec(text.trim().toLowerCase()) ?? [];
  return amount === undefined ? null : Number(amount) * SECONDS_OF_UNIT[(unit || 's') as keyof typeof SECONDS_OF_UNIT];
}

/** @returns a parser of durations up to a limit. */
export function parseDuration(max: string): (text: string) => number {
  const limit = durationSeconds(max) ?? 0;
  return (text) => {
    const seconds = durationSeconds(text);
    if (seconds === null || seconds > limit)
      throw new InvalidArgumentError(`It must be a duration of at most ${max}, such as 30s, 10m, 24h or 7d.`);
    return seconds;
  };
}

/**
 * The time that an option means. A date means the beginning of that day in the time zone.
 * @throws UserError for a time that the zone skips or has twice when clocks are changed.
 */
export type TimeOption = (now: Date, zone: string) => Date;

/**
 * `30d` or `12h`, a date such as `2026-11-01` or a time such as `2026-11-01T12:00+01:00`.
 * @param direction of a duration: -1 is the past, 1 the future.
 * @returns null for anything else.
 */
export function parseTimeOption(text: string, direction: -1 | 1): TimeOption | null {
  const seconds = durationSeconds(text);
  if (seconds !== null && /[a-z]$/i.test(text.trim())) return (now) => new Date(now.getTime() + direction * seconds * 1000);
  if (!parseDayOrMoment(text, 'utc')) return null;
  return (_, zone) => {
    const period = parseDayOrMoment(text, zone);
    if (period) return period.from;
    throw UserError.usage(`The time ${text} ${dayOrMomentProblem(text, zone)}`);
  };
}

/** A moment in the past: `30d` or `12h` ago, `2026-11-01` or `2026-11-01T12:00+01:00`. */
export function parseSince(text: string): TimeOption {
  const time = parseTimeOption(text, -1);
  if (time) return time;
  throw new InvalidArgumentError(
    'It must be a date such as 2026-11-01, a time such as 2026-11-01T12:00, or how long ago, such as 30d or 12h.',
  );
}

/** When something ends: `90d`, `12h`, `2027-01-01` or `2027-01-01T12:00+01:00`. */
export function parseExpiry(text: string): TimeOption {
  const time = parseTimeOption(text, 1);
  if (time) return time;
  throw new InvalidArgumentError(
    'It must be a date such as 2027-01-01, a time such as 2027-01-01T12:00, or a duration such as 90d or 12h.',
  );
}
