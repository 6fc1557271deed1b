import { DateTime } from 'luxon';

/** The gateway uses the days of this zone, and so do the times in its responses. */
const ZONE = 'Europe/Warsaw';

/** A day in the future, whenever the tests run. */
export const dayAhead = (years: number): string => DateTime.now().setZone(ZONE).plus({ years }).toISODate() ?? '';

/** The end of a day as responses format it. */
export const endOfDay = (day: string): string => inAnswers(DateTime.fromISO(day, { zone: ZONE }).plus({ days: 1 }).toJSDate());

/** A time as responses format it. */
export const inAnswers = (at: Date): string => DateTime.fromJSDate(at, { zone: ZONE }).toISO({ suppressMilliseconds: true }) ?? '';
