import { DateTime } from 'luxon';
import type { FieldErrors } from '../../../common/errors/domain-error.js';
import { parseAmount } from '../../../common/money/amount.js';
import { isAmount } from '../../../common/validation/is-amount.decorator.js';
import { RECURRING_MODELS, type RecurringModel } from '../../../connectors/acquirers/port/mandate.js';
import { FREQUENCY } from './frequency.js';
import type { SubscriptionTerms } from './terms.js';
import { parseTermsDate } from './terms-date.js';

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

type Use = 'required' | 'allowed' | 'refused';
const NO_LIMITS = { amountLimitPerTransaction: 'refused', amountLimitTotal: 'refused', transactionsCountLimit: 'refused' } as const;

/** Which options each model requires, allows and refuses. */
const OPTION_RULES: Record<RecurringModel, Record<OptionName, Use>> = {
  A: {
    amountLimitPerTransaction: 'required',
    amountLimitTotal: 'required',
    transactionsCountLimit: 'allowed',
    frequency: 'required',
    initiationDate: 'required',
    expiresAt: 'required',
  },
  O: { ...NO_LIMITS, frequency: 'refused', initiationDate: 'allowed', expiresAt: 'allowed' },
  M: { ...NO_LIMITS, frequency: 'allowed', initiationDate: 'allowed', expiresAt: 'allowed' },
};

const MAX_YEARS = 10;
const MAX_CHARGES = 100_000;

const isDate = (value: unknown, zone: string): boolean => parseTermsDate(value, zone) !== null;
const tooFar = (name: OptionName): string => `The ${name} must be at most ${MAX_YEARS} years ahead.`;
const AMOUNT = 'must be a number greater than 0 and at most 999999.99, with at most two decimals.';
const DATE = 'must be a date such as 2026-12-01, or an ISO 8601 date and time.';

const FORM_OF: Record<OptionName, { test: (value: unknown, zone: string) => boolean; sentence: string }> = {
  amountLimitPerTransaction: { test: isAmount, sentence: AMOUNT },
  amountLimitTotal: { test: isAmount, sentence: AMOUNT },
  transactionsCountLimit: {
    test: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_CHARGES,
    sentence: `must be a whole number from 1 to ${MAX_CHARGES}.`,
  },
  frequency: {
    test: (value) => typeof value === 'string' && FREQUENCY.test(value),
    sentence: 'must be a number from 1 to 999 and D, W, M or Y, such as 1M.',
  },
  initiationDate: { test: isDate, sentence: DATE },
  expiresAt: { test: isDate, sentence: DATE },
};

/**
 * Validates the options of a subscription and reads its terms. Days are days of `zone`: a subscription begins at the start of its first day and ends
 * at the end of its last day.
 * @returns the terms, or the errors by field.
 */
export function parseTerms(options: RawOptions, now: Date, zone: string): { terms: SubscriptionTerms } | { errors: FieldErrors } {
  const model = RECURRING_MODELS.find((known) => known === options.model);
  const errors: FieldErrors = {};
  if (!model) errors['options.model'] = [`The model must be one of ${RECURRING_MODELS.join(', ')}.`];
  if ((options.currency ?? 'PLN') !== 'PLN') errors['options.currency'] = ['The currency must be PLN.'];
  for (const name of OPTION_NAMES) {
    const problem = problemOf(name, options[name], model, zone);
    if (problem !== null) errors[`options.${name}`] = [`The ${name} ${problem}`];
  }
  if (!model || Object.keys(errors).length > 0) return { errors };
  const terms = termsOf(model, options, zone);
  Object.assign(errors, contradictions(terms, now, zone));
  return Object.keys(errors).length > 0 ? { errors } : { terms };
}

function problemOf(name: OptionName, value: unknown, model: RecurringModel | undefined, zone: string): string | null {
  const use = model ? OPTION_RULES[model][name] : 'allowed';
  if (value === undefined || value === null) return use === 'required' ? `is required for the model ${model}.` : null;
  if (use === 'refused') return `must not be given for the model ${model}.`;
  const { test, sentence } = FORM_OF[name];
  return test(value, zone) ? null : sentence;
}

function termsOf(model: RecurringModel, options: RawOptions, zone: string): SubscriptionTerms {
  return {
    model,
    amountLimitMinor: parseAmount(options.amountLimitPerTransaction),
    totalLimitMinor: parseAmount(options.amountLimitTotal),
    countLimit: (options.transactionsCountLimit as number | null | undefined) ?? null,
    frequency: (options.frequency as string | null | undefined) ?? null,
    initiationAt: parseTermsDate(options.initiationDate, zone)?.begin ?? null,
    expiresAt: parseTermsDate(options.expiresAt, zone)?.end ?? null,
  };
}

function contradictions(terms: SubscriptionTerms, now: Date, zone: string): FieldErrors {
  const { amountLimitMinor, totalLimitMinor, initiationAt, expiresAt } = terms;
  const today = DateTime.fromJSDate(now, { zone }).startOf('day');
  const latest = parseTermsDate(today.plus({ years: MAX_YEARS }).toISODate(), zone)?.end ?? now;
  const errors: FieldErrors = {};
  // Compared with the start of today: an earlier time of today means now.
  if (initiationAt && initiationAt < today.toJSDate()) errors['options.initiationDate'] = ['The initiationDate must not be in the past.'];
  else if (initiationAt && initiationAt >= latest) errors['options.initiationDate'] = [tooFar('initiationDate')];
  if (expiresAt && expiresAt <= now) errors['options.expiresAt'] = ['The expiresAt must not be in the past.'];
  else if (expiresAt && expiresAt > latest) errors['options.expiresAt'] = [tooFar('expiresAt')];
  else if (expiresAt && initiationAt && initiationAt < latest && expiresAt <= initiationAt)
    errors['options.expiresAt'] = ['The expiresAt must be after the initiationDate.'];
  if (amountLimitMinor !== null && totalLimitMinor !== null && totalLimitMinor < amountLimitMinor)
    errors['options.amountLimitTotal'] = ['The amountLimitTotal must not be less than the amountLimitPerTransaction.'];
  return errors;
}
