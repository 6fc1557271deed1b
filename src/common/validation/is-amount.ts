import { MAX_AMOUNT_MINOR, parseAmount } from '../money/amount.js';

/** In characters. No amount in range is longer, and longer text is rejected without parsing it. */
const MAX_TEXT_LENGTH = 20;

/** Whether a value is a JSON number above 0 and at most 999,999.99, with at most two decimals. */
export function isAmount(value: unknown): boolean {
  return typeof value === 'number' && inRange(value);
}

/** Whether a value is an amount as query text. */
export function isAmountText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && inRange(value);
}

function inRange(value: number | string): boolean {
  const minor = parseAmount(value);
  return minor !== null && minor > 0 && minor <= MAX_AMOUNT_MINOR;
}
