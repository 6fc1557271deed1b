import { DateTime } from 'luxon';
import { dayIn, type Period } from './period.js';
import { formatTimestamp } from './timestamp.js';

/**
 * ISO 8601 as programs print it. Python's `str` and PostgreSQL print a space instead of the T, Python's `logging` and GNU `date` print a comma instead
 * of the decimal point, and RFC 3339 allows a lower-case t and z. Hours alone and the basic format need the T, and an offset of hours alone needs its
 * minutes, because `2026-11-21 08-16` means the time from 8 to 16.
 */
const LOCAL_TIME = [
  String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?`,
  String.raw`\d{4}-\d\d-\d\dT\d\d(?=Z|[+-]\d\d:|$)`,
  String.raw`\d{8}T\d{6}([.,]\d{1,9})?`,
].join('|');
const MOMENT = new RegExp(`^(?:${LOCAL_TIME})(?<offset>Z|[+-]([01]\\d|2[0-3])(:?[0-5]\\d)?)?$`, 'i');

/**
 * Reads an ISO 8601 date and time such as `2026-11-21T12:05:09.123Z`. Digits below a millisecond are cut off.
 * @param zone time zone of a time without an offset. With null such a time is rejected.
 * @returns null for anything else, for a date or time that does not exist, and for a time that the zone has twice because clocks are changed.
 */
export function parseMoment(text: unknown, zone: string | null): Date | null {
  const [moment = null, second] = possibleMoments(text, zone);
  return second ? null : moment;
}

/**
 * Reads a day such as `2026-12-01` as its period, or an ISO 8601 date and time, which is both `from` and `to`. A day, and a time without an offset, is
 * in `zone`.
 * @returns null for anything else
 */
export function parseDayOrMoment(text: unknown, zone: string): Period | null {
  const moment = parseMoment(text, zone);
  if (moment) return { from: moment, to: moment };
  return typeof text === 'string' ? dayIn(zone, text) : null;
}

/** A time is skipped when the zone does not have it. `choices` are the moments that an ambiguous time can mean, with their offsets. */
export interface MomentProblem {
  kind: 'unreadable' | 'ambiguous' | 'skipped';
  choices: string[];
}

/** What is wrong with a moment. @returns null when `parseMoment` reads it. */
export function momentProblem(text: unknown, zone: string): MomentProblem | null {
  const choices = possibleMoments(text, zone).map((moment) => formatTimestamp(moment, zone));
  if (choices.length === 0) return { kind: parseMoment(text, 'utc') ? 'skipped' : 'unreadable', choices };
  return choices.length === 1 ? null : { kind: 'ambiguous', choices };
}

/** What is wrong with a day or a moment, to follow the name of its field. @returns null when `parseDayOrMoment` reads it. */
export function dayOrMomentProblem(text: unknown, zone: string): string | null {
  const problem = parseDayOrMoment(text, zone) ? null : momentProblem(text, zone);
  if (problem?.kind === 'ambiguous')
    return `is ambiguous: ${zone} has this time twice, because clocks are changed. Write ${problem.choices.join(' or ')}.`;
  if (problem?.kind === 'skipped')
    return `does not exist in ${zone}, because clocks are changed. Write a time with its offset, such as 2030-12-31T10:00:00+01:00.`;
  return problem && 'must be a valid date such as 2030-12-31, or date and time such as 2030-12-31T10:00:00+01:00.';
}

/** Restores the sign of an offset in a query or a form, where a plus sign that is not encoded means a space. */
export const restoreOffsetSign = (text: string): string =>
  text.replace(/((?::\d\d|\dT\d{6})(?:[.,]\d{1,9})?) (?=\d\d(?::?\d\d)?$)/i, '$1+');

/** The moments that a text can mean, earliest first: none, one, or two. */
function possibleMoments(text: unknown, zone: string | null): Date[] {
  const match = typeof text === 'string' ? MOMENT.exec(text) : null;
  if (!match) return [];
  const inUtc = DateTime.fromISO(match[0].replace(' ', 'T'), { zone: 'utc' });
  if (!inUtc.isValid) return [];
  if (match.groups?.['offset'] !== undefined) return [inUtc.toJSDate()];
  if (zone === null) return [];
  return inUtc
    .setZone(zone, { keepLocalTime: true })
    .getPossibleOffsets()
    .filter((moment) => +moment.setZone('utc', { keepLocalTime: true }) === +inUtc) // Luxon reads a time that the zone skips as a later one
    .map((moment) => moment.toJSDate());
}
