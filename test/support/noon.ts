import { DateTime } from 'luxon';
import { BusinessClock } from '../../src/common/time/clocks.js';
import type { World } from './world.js';

/** Days in mandate terms and in gauges begin in this zone. */
const ZONE = 'Europe/Warsaw';

/**
 * Moves business time to a minute after the next noon in Warsaw. A test that computes dates calls this first.
 * Otherwise a day or an hour could end between the test's computation and the gateway's.
 */
export async function moveToNoon(world: Pick<World, 'get' | 'moveTimeForward'>): Promise<void> {
  const now = DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: ZONE });
  const noon = now.startOf('day').set({ hour: 12, minute: 1 });
  await world.moveTimeForward({ seconds: (noon > now ? noon : noon.plus({ days: 1 })).diff(now).as('seconds') });
}
