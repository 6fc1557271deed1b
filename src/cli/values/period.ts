import { InvalidArgumentError } from 'commander';
import { DateTime } from 'luxon';
import { monthIn, type Period } from '../../common/time/period.js';
import { type Input, option } from '../inputs.js';
import { UserError } from '../user-error.js';

/**
 * Options for a month, or for two dates. The second date is not part of the period. Their value is a function of the time zone whose midnights
 * begin the days. It throws a UserError when the options are no period.
 */
export const periodOptions: Input<(zone: string) => Period> = {
  addTo(command) {
    const month = option('--month <YYYY-MM>', 'a whole month', parseMonth).conflicts(['from', 'to']).addTo(command);
    const from = option('--from <date>', 'first day', parseDate).addTo(command);
    const to = option('--to <date>', 'the day after the last', parseDate).addTo(command);
    return () => (zone) => periodOf(zone, month(), from(), to());
  },
};

function periodOf(zone: string, month?: string, from?: string, to?: string): Period {
  if (month !== undefined) return monthOf(month, zone);
  if (from === undefined || to === undefined) throw UserError.usage('Give a period: --month, or --from and --to.');
  if (from >= to) throw UserError.usage('The period ends before it begins.');
  return { from: startOf(from, zone).toJSDate(), to: startOf(to, zone).toJSDate() };
}

export function monthOf(month: string, zone: string): Period {
  const period = monthIn(zone, month);
  if (!period) throw UserError.usage('It must be a month such as 2026-10.');
  return period;
}

export function parseMonth(text: string): string {
  if (!monthIn('utc', text)) throw new InvalidArgumentError('It must be a month such as 2026-10.');
  return text;
}

function parseDate(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !DateTime.fromISO(text).isValid)
    throw new InvalidArgumentError('It must be a date such as 2026-10-01.');
  return text;
}

const startOf = (date: string, zone: string): DateTime => DateTime.fromISO(date, { zone }).startOf('day');
