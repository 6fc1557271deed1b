import { DateTime } from 'luxon';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Parses the days of a filter. `until` is the start of the day after the last one. A text that is no date sets no limit. */
export function daysBetween(from: string, to: string, zone: string): { since: Date | null; until: Date | null } {
  const parseDay = (text: string): DateTime | null => {
    const day = DAY.test(text) ? DateTime.fromISO(text, { zone }) : null;
    return day?.isValid ? day : null;
  };
  return { since: parseDay(from)?.toJSDate() ?? null, until: parseDay(to)?.plus({ days: 1 }).toJSDate() ?? null };
}
