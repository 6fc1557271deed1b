const DAY_MS = 24 * 3_600_000;

/** The days of mandates are days in this time zone, by the contract. */
const WARSAW = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Warsaw' });

/** Returns the number of the Warsaw day at this time, counted from 1970-01-01. */
export function dayOf(at: Date): number {
  return Date.parse(`${WARSAW.format(at)}T00:00:00Z`) / DAY_MS;
}

/** Returns the day with this number as `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
