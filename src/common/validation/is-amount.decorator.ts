import { MAX_AMOUNT_MINOR, parseAmount } from '../money/amount.js';
import { Rule } from './characters.js';

const messageFor = (label: string): string =>
  `The ${label} must be a number greater than 0 and at most 999999.99, with at most two decimals.`;

/** The OpenAPI schema of an amount. The schema cannot express the limit of two decimals, but the error message names this limit. */
export const AMOUNT_SCHEMA = { type: Number, format: 'float', minimum: 0.01, maximum: MAX_AMOUNT_MINOR / 100 };

/** Accepts a JSON number above 0 and at most 999,999.99, with at most two decimals. */
export const IsAmount = (label = 'amount'): PropertyDecorator => Rule('isAmount', isAmount, messageFor(label));

/** The check of `IsAmount`, for rules that also allow other values. */
export function isAmount(value: unknown): boolean {
  return typeof value === 'number' && inRange(value);
}

/** In characters. No amount in range is longer, and longer text is rejected without parsing it. */
const MAX_TEXT_LENGTH = 20;

/** Accepts an amount as query text. */
export const IsAmountText = (): PropertyDecorator =>
  Rule('isAmountText', (value) => typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && inRange(value), messageFor('amount'));

function inRange(value: number | string): boolean {
  const minor = parseAmount(value);
  return minor !== null && minor > 0 && minor <= MAX_AMOUNT_MINOR;
}
