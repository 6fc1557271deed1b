const A_DAY_MS = 24 * 3_600_000;

/** Mandates count days in the time zone of the contract. */
const WARSAW = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Warsaw' });

/** Number of the day of a moment in that time zone. */
export function dayOf(at: Date): number {
  return Date.parse(`${WARSAW.format(at)}T00:00:00Z`) / A_DAY_MS;
}

/** The day as partners write it, such as `2026-01-05`. */
export function dateOf(day: number): string {
  return new Date(day * A_DAY_MS).toISOString().slice(0, 10);
}
