import { DateTime } from 'luxon';
import type { Channel } from '../../../connectors/channels/catalogue/channel.js';

/** Until when an attempt that begins now can be paid: so long as the channel gives, and where days count, to the last second of that day there. */
export function endOfLife({ lifeSeconds, wholeDays, timeZone }: Pick<Channel, 'lifeSeconds' | 'wholeDays' | 'timeZone'>, now: Date): Date {
  const end = new Date(now.getTime() + lifeSeconds * 1000);
  return wholeDays
    ? DateTime.fromJSDate(end, { zone: timeZone ?? 'utc' })
        .endOf('day')
        .startOf('second')
        .toJSDate()
    : end;
}
