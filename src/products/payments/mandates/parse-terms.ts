import { DateTime } from 'luxon';
import type { FieldErrors } from '../../../common/errors/domain-error.js';
import { parseAmount } from '../../../common/money/amount.js';
import { dayOrMomentProblem, parseDayOrMoment } from '../../../common/time/moment.js';
import { dayOf } from '../../../common/time/period.js';
import { isAmount } from '../../../common/validation/is-amount.js';
import { RECURRING_MODELS, type RecurringModel } from '../../../connectors/acquirers/port/mandate.js';
import { FREQUENCY } from './frequency.js';
import type { SubscriptionTerms } from './terms.js';

/** The options as the partner sent them, not validated. */
export type RawOptions = Readonly<Partial<Record<OptionName | 'model' | 'currency', unknown>>>;

const OPTION_NAMES = [
  'amountLimitPerTransaction',
  'amountLimitTotal',
  'transactionsCountLimit',
  'frequency',
  'initiationDate',
  'expiresAt',
] as const;
type OptionName = (typeof OPTION_NAMES)[number];

type OptionRule = 'required' | 'allowed' | 'forbidden';
const NO_LIMITS = { amountLimitPerTransaction: 'forbidden', amountLimitTotal: 'forbidden', transactionsCountLimit: 'forbidden' } as const;

/** Which options each model requires, allows and forbids. */
const OPTION_RULES: Record<RecurringModel, Record<OptionName, OptionRule>> = {
  A: {
    amountLimitPerTransaction: 'required',
    amountLimitTotal: 'required',
    transactionsCountLimit: 'allowed',
    frequency: 'required',
    initiationDate: 'required',
    expiresAt: 'required',
  },
  O: { ...NO_LIMITS, frequency: 'forbidden', initiationDate: 'allowed', expiresAt: 'allowed' },
  M: { ...NO_LIMITS, frequency: 'allowed', initiationDate: 'allowed', expiresAt: 'allowed' },
};

const MAX_YEARS_AHEAD = 10;
const MAX_CHARGES = 100_000;

const tooFarAheadMessage = (name: OptionName): string => `The ${name} must be at most ${MAX_YEARS_AHEAD} years ahead.`;

/** What is wrong with the format of an option, to follow its name. */
const problemUnless =
  (isValid: (value: unknown) => boolean, problem: string) =>
  (value: unknown): string | null =>
    isValid(value) ? null : problem;
const amountProblem = problemUnless(isAmount, 'must be a number greater than 0 and at most 999999.99, with at most two decimals.');
const FORMAT_PROBLEM_OF: Record<OptionName, (value: unknown, zone: string) => string | null> = {
  amountLimitPerTransaction: amountProblem,
  amountLimitTotal: amountProblem,
  transactionsCountLimit: problemUnless(
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_CHARGES,
    `must be a whole number from 1 to ${MAX_CHARGES}.`,
  ),
  frequency: problemUnless(
    (value) => typeof value === 'string' && FREQUENCY.test(value),
    'must be a number from 1 to 999 and D, W, M or Y, such as 1M.',
  ),
  initiationDate: dayOrMomentProblem,
  expiresAt: dayOrMomentProblem,
};

/**
 * Validates the options of a subscription and reads its terms. Days are days of `zone`: a subscription begins at the start of its first day and ends
 * at the end of its last day.
 * @returns the terms, or the errors by field.
 */
export function parseTerms(options: RawOptions, now: Date, zone: string): { terms: SubscriptionTerms } | { errors: FieldErrors } {
  const model = RECURRING_MODELS.find((candidate) => candidate === options.model);
  const errors: FieldErrors = {};
  if (!model) errors['options.model'] = [`The model must be one of ${RECURRING_MODELS.join(', ')}.`];
  if ((options.currency ?? 'PLN') !== 'PLN') errors['options.currency'] = ['The currency must be PLN.'];
  for (const name of OPTION_NAMES) {
    const problem = problemOf(name, options[name], model, zone);
    if (problem !== null) errors[`options.${name}`] = [`The ${name} ${problem}`];
  }
  if (!model || Object.keys(errors).length > 0) return { errors };
  const terms = termsOf(model, options, zone);
  Object.assign(errors, crossFieldErrors(terms, now, zone));
  return Object.keys(errors).length > 0 ? { errors } : { terms };
}

function problemOf(name: OptionName, value: unknown, model: RecurringModel | undefined, zone: string): string | null {
  const rule = model ? OPTION_RULES[model][name] : 'allowed';
  if (value === undefined || value === null) return rule === 'required' ? `is required for the model ${model}.` : null;
  if (rule === 'forbidden') return `must not be given for the model ${model}.`;
  return FORMAT_PROBLEM_OF[name](value, zone);
}

function termsOf(model: RecurringModel, options: RawOptions, zone: string): SubscriptionTerms {
  return {
    model,
    amountLimitMinor: parseAmount(options.amountLimitPerTransaction),
    totalLimitMinor: parseAmount(options.amountLimitTotal),
    countLimit: (options.transactionsCountLimit as number | null | undefined) ?? null,
    frequency: (options.frequency as string | null | undefined) ?? null,
    initiationAt: parseDayOrMoment(options.initiationDate, zone)?.from ?? null,
    expiresAt: parseDayOrMoment(options.expiresAt, zone)?.to ?? null,
  };
}

function crossFieldErrors(terms: SubscriptionTerms, now: Date, zone: string): FieldErrors {
  const { amountLimitMinor, totalLimitMinor, initiationAt, expiresAt } = terms;
  const today = dayOf(zone, now);
  const latestAllowed = dayOf(zone, DateTime.fromJSDate(today.from, { zone }).plus({ years: MAX_YEARS_AHEAD }).toJSDate()).to;
  const errors: FieldErrors = {};
  // Compared with the start of today: an earlier time of today means now.
  if (initiationAt && initiationAt < today.from) errors['options.initiationDate'] = ['The initiationDate must not be in the past.'];
  else if (initiationAt && initiationAt >= latestAllowed) errors['options.initiationDate'] = [tooFarAheadMessage('initiationDate')];
  if (expiresAt && expiresAt <= now) errors['options.expiresAt'] = ['The expiresAt must not be in the past.'];
  else if (expiresAt && expiresAt > latestAllowed) errors['options.expiresAt'] = [tooFarAheadMessage('expiresAt')];
  else if (expiresAt && initiationAt && initiationAt < latestAllowed && expiresAt <= initiationAt)
    errors['options.expiresAt'] = ['The expiresAt must be after the initiationDate.'];
  if (amountLimitMinor !== null && totalLimitMinor !== null && totalLimitMinor < amountLimitMinor)
    errors['options.amountLimitTotal'] = ['The amountLimitTotal must not be less than the amountLimitPerTransaction.'];
  return errors;
}
