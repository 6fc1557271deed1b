/**
 * Money is an integer of minor units (grosz, cent). Every offered currency has two decimals.
 * Only these functions convert between money and JSON numbers or query texts.
 */

/** Largest amount that the API accepts: 999,999.99. */
export const MAX_AMOUNT_MINOR = 99_999_999;

/** Largest amount that staff may enter, 99,999,999,999.99, because such an amount may be the sum of many payments. */
export const MAX_SUM_MINOR = 99_999_999_999_99;

const DECIMAL = /^(0|[1-9]\d*)(?:\.(\d{1,2}))?$/;

/**
 * Parses an amount with at most two decimals to minor units. A JSON number is read through its shortest decimal text, so 0.29 is 29 and
 * never 28.999….
 * @returns null for any other value
 */
export function parseAmount(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const match = DECIMAL.exec(String(value));
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  const minor = Number(whole + fraction.padEnd(2, '0'));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** Formats minor units with two decimals: `5.00`, `12.30`, `-0.05`. */
export function formatAmount(minor: number): string {
  assertMinor(minor);
  const digits = Math.abs(minor).toString().padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Formats minor units in the shortest form, `5`, `12.3`, `13.62`: the text that a program prints after decoding the JSON number, as
 * verifiers of signatures do.
 */
export function formatAmountShortest(minor: number): string {
  return formatAmount(minor).replace(/0+$/, '').replace(/\.$/, '');
}

/** A double keeps 15 decimal digits. From this bound on, two decimals may be printed wrong. */
const EXACT_AS_NUMBER = 1e15;

/** Returns the JSON number whose printed token is exactly the decimal value. @throws RangeError from 10^15 minor units on */
export function amountToNumber(minor: number): number {
  if (Math.abs(minor) >= EXACT_AS_NUMBER) throw new RangeError(`Too large for an exact JSON number: ${minor} minor units`);
  return Number(formatAmount(minor));
}

export function assertMinor(minor: number): void {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`Not an amount in whole minor units: ${minor}`);
}
