import { DateTime } from 'luxon';

/** `2026-11-21T13:05:09+01:00` in the display time zone. */
export function formatTimestamp(at: Date, zone: string): string {
  return DateTime.fromJSDate(at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}
