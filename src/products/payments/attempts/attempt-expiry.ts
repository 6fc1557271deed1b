import { DateTime } from 'luxon';
import type { Channel } from '../../../connectors/acquirers/catalogue/channel.js';

/** Until when an attempt that begins now can be paid. Channels that count whole days give the rest of the last day in their time zone. */
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
