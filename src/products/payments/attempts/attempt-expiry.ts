import { dayOf } from '../../../common/time/period.js';
import type { Channel } from '../../../connectors/acquirers/catalogue/channel.js';

/**
 * Computes until when an attempt that starts now can be paid. For a channel that counts whole days, the result is the last second of a day
 * in the time zone of the channel.
 */
export function attemptExpiry(
  { lifeSeconds, wholeDays, timeZone }: Pick<Channel, 'lifeSeconds' | 'wholeDays' | 'timeZone'>,
  now: Date,
): Date {
  const end = new Date(now.getTime() + lifeSeconds * 1000);
  return wholeDays ? new Date(dayOf(timeZone ?? 'utc', end).to.getTime() - 1000) : end;
}
