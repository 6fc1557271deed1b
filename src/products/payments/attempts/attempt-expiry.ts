import { DateTime } from 'luxon';
import type { Channel } from '../../../connectors/acquirers/catalogue/channel.js';

/**
 * Until when an attempt that starts now can be paid. For a channel that counts whole days, it is the last second of a day in its time zone.
 */
export function attemptExpiry(
  { lifeSeconds, wholeDays, timeZone }: Pick<Channel, 'lifeSeconds' | 'wholeDays' | 'timeZone'>,
  now: Date,
): Date {
  const end = new Date(now.getTime() + lifeSeconds * 1000);
  return wholeDays
    ? DateTime.fromJSDate(end, { zone: timeZone ?? 'utc' })
        .endOf('day')
        .startOf('second')
        .toJSDate()
    : end;
}
