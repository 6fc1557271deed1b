import { MAX_AMOUNT_MINOR, parseAmount } from '../money/amount.js';

/** Whether a value is a JSON number above 0 and at most 999,999.99, of whole minor units. */
export function isAmount(value: unknown): boolean {
  return typeof value === 'number' && inRange(value);
}

/** Whether a value is an amount as query text. */
export function isAmountText(value: unknown): boolean {
  return typeof value === 'string' && inRange(value);
}

function inRange(value: number | string): boolean {
  const minor = parseAmount(value);
  return minor !== null && minor > 0 && minor <= MAX_AMOUNT_MINOR;
}
