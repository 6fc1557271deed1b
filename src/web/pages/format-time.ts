import { DateTime } from 'luxon';

/** `13:05` in the given time zone. */
export function formatTimeOfDay(at: Date, zone: string): string {
  return DateTime.fromJSDate(at, { zone }).toFormat('HH:mm');
}
