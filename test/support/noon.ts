import { DateTime } from 'luxon';
import { BusinessClock } from '../../src/common/time/clocks.js';
import type { World } from './world.js';

/** The days of terms and of figures are those of this zone. */
const ZONE = 'Europe/Warsaw';

/**
 * Moves business time to the next noon in Warsaw, before anything else happens in a world. Then no day and no hour ends there between the
 * moment when a test names it and the moment when the gateway reads it.
 */
export async function beginAtNoon(world: Pick<World, 'get' | 'forward'>): Promise<void> {
  const now = DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: ZONE });
  const noon = now.startOf('day').set({ hour: 12, minute: 1 });
  await world.forward({ seconds: (noon > now ? noon : noon.plus({ days: 1 })).diff(now).as('seconds') });
}
