const A_DAY_MS = 24 * 3_600_000;

/** Days of agreements are those of the contract's time zone. */
const WARSAW = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Warsaw' });

/** Number of the day that a moment is in there. */
export function dayOf(at: Date): number {
  return Date.parse(`${WARSAW.format(at)}T00:00:00Z`) / A_DAY_MS;
}

/** `2026-01-05`, as partners give it. */
export function dateOf(day: number): string {
  return new Date(day * A_DAY_MS).toISOString().slice(0, 10);
}
