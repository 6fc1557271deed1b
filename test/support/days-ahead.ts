import { DateTime } from 'luxon';

/** Days of the gateway begin in this zone, and responses write times with the offset of this zone. */
const ZONE = 'Europe/Warsaw';

/** Today's date, this number of years later: a day that is in the future whenever the tests run. */
export const dateInYears = (years: number): string => DateTime.now().setZone(ZONE).plus({ years }).toISODate() ?? '';

/** The midnight after a day, in the format of responses. */
export const endOfDay = (day: string): string => formatResponseTime(DateTime.fromISO(day, { zone: ZONE }).plus({ days: 1 }).toJSDate());

/** A time in the format of responses. */
export const formatResponseTime = (at: Date): string => DateTime.fromJSDate(at, { zone: ZONE }).toISO({ suppressMilliseconds: true }) ?? '';
