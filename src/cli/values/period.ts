import { InvalidArgumentError } from 'commander';
import { dayIn, monthIn, type Period } from '../../common/time/period.js';
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
  const [first, end] = [from, to].map((day) => day && dayIn(zone, day));
  if (!first || !end) throw UserError.usage('Give a period: --month, or --from and --to.');
  if (first.from >= end.from) throw UserError.usage('The period ends before it begins.');
  return { from: first.from, to: end.from };
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
  if (!dayIn('utc', text)) throw new InvalidArgumentError('It must be a date such as 2026-10-01.');
  return text;
}
