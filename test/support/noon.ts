import { DateTime } from 'luxon';
import { BusinessClock } from '../../src/common/time/clocks.js';
import type { World } from './world.js';

/** The zone of the days of mandate terms and of gauges. */
const ZONE = 'Europe/Warsaw';

/**
 * Moves business time to the next noon in Warsaw, before anything else happens in a world.
 * Then neither a day nor an hour ends between a test's choice of a day and the gateway's reading of it.
 */
export async function beginAtNoon(world: Pick<World, 'get' | 'forward'>): Promise<void> {
  const now = DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: ZONE });
  const noon = now.startOf('day').set({ hour: 12, minute: 1 });
  await world.forward({ seconds: (noon > now ? noon : noon.plus({ days: 1 })).diff(now).as('seconds') });
}
