import { DateTime } from 'luxon';

/** Days, weeks, months or years: `1M`, `14D`. */
export const FREQUENCY = /^[1-9][0-9]{0,2}[DWMY]$/;

const MS_PER_DAY = 86_400_000;
const UNIT_OF = { D: 'days', W: 'weeks', M: 'months', Y: 'years' } as const;
/** Average lengths in days, only for the first estimate of a period's number. */
const AVERAGE_DAYS_OF = { D: 1, W: 7, M: 30.44, Y: 365.25 } as const;

/**
 * Number of the billing period at a time. Period 0 begins at `start`. Each period begins a multiple of the frequency after `start`, not after the
 * period before, so monthly periods from a 31st do not drift. Days are days of `zone`. The number is negative before `start`.
 */
export function periodAt(frequency: string, start: Date, zone: string, time: Date): number {
  const { each, unit } = parseFrequency(frequency);
  const startMsOf = (period: number): number => periodStart(frequency, start, zone, period).getTime();
  // An estimate, which the loops below correct.
  let period = Math.floor((time.getTime() - start.getTime()) / (each * AVERAGE_DAYS_OF[unit] * MS_PER_DAY));
  while (startMsOf(period) > time.getTime()) period -= 1;
  while (startMsOf(period + 1) <= time.getTime()) period += 1;
  return period;
}

export function periodStart(frequency: string, start: Date, zone: string, period: number): Date {
  const { each, unit } = parseFrequency(frequency);
  const startInZone = DateTime.fromJSDate(start, { zone });
  return startInZone.plus({ [UNIT_OF[unit]]: each * period }).toJSDate();
}

/** Splits a frequency: `14D` is 14 of the unit `D`. */
export function parseFrequency(frequency: string): { each: number; unit: keyof typeof UNIT_OF } {
  return { each: Number(frequency.slice(0, -1)), unit: frequency.slice(-1) as keyof typeof UNIT_OF };
}
