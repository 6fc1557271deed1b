import { DateTime } from 'luxon';

/** The gateway's days are those of this zone, and so are the times in its answers. */
const ZONE = 'Europe/Warsaw';

/** A day that lies ahead whenever the tests run. */
export const dayAhead = (years: number): string => DateTime.now().setZone(ZONE).plus({ years }).toISODate() ?? '';

/** When a day is over, as answers say it. */
export const endOfDay = (day: string): string => inAnswers(DateTime.fromISO(day, { zone: ZONE }).plus({ days: 1 }).toJSDate());

/** A time as answers say it. */
export const inAnswers = (at: Date): string => DateTime.fromJSDate(at, { zone: ZONE }).toISO({ suppressMilliseconds: true }) ?? '';
