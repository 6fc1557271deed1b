/**
 * Money is an integer of minor units (grosz, cent). Every offered currency has two decimals.
 * Only these functions convert between money and JSON numbers or query texts.
 */

/** Largest amount that the API accepts: 999,999.99. */
export const MAX_AMOUNT_MINOR = 99_999_999;

/** Largest amount that staff may enter, 99,999,999,999.99, because such an amount may be the sum of many payments. */
export const MAX_SUM_MINOR = 99_999_999_999_99;

/** The exact decimal expansion of a double above 0.01 has at most 59 decimals. */
const DECIMAL = /^(0|[1-9]\d{0,15})(?:\.(\d{1,60}))?$/;

/**
 * Parses an amount in whole minor units. A number at most 1e-9 away from a whole minor unit is that amount, because programs print binary fractions
 * (39.979999999999997 for 39.98), results of sums (0.1 + 0.2) and columns with more decimals (129.900000). A JSON number is read through its
 * shortest decimal text, so 0.29 is 29 and never 28.999….
 * @returns null for any other value
 */
export function parseAmount(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  if (typeof value === 'number' && Math.abs(value) <= 1e-9) return 0; // may be negative, or printed with an exponent
  const match = DECIMAL.exec(String(value));
  return match ? minorUnitsOf(match[1] ?? '', match[2] ?? '') : null;
}

/**
 * The minor units of a decimal, such as `12` and `300000` for 12.300000.
 * @param fraction the digits behind the decimal point
 * @returns null when the decimal is more than 1e-9 away from a whole minor unit, or not a safe integer of minor units.
 */
export function minorUnitsOf(whole: string, fraction: string): number | null {
  if (fraction.length <= 2) return safeInteger(Number(whole + fraction.padEnd(2, '0')));
  const unit = 10n ** BigInt(fraction.length - 2);
  const digits = BigInt(whole + fraction);
  const minor = (2n * digits + unit) / (2n * unit);
  const distance = digits > minor * unit ? digits - minor * unit : minor * unit - digits;
  return distance * 10n ** 9n <= 100n * unit ? safeInteger(Number(minor)) : null;
}

/**
 * Parses an amount that people may have written: a text of a form, of the command line or of a file. Three decimals are rejected, because people may
 * write a thousand as 1.000.
 */
export const parseWrittenAmount = (text: string | undefined): number | null =>
  text === undefined || /\.\d{3}$/.test(text) ? null : parseAmount(text);

/**
 * The JSON number of the amount that a number stands for.
 * @param value a JSON number, or its digits
 * @returns null for a number that stands for no amount, and above `MAX_AMOUNT_MINOR`
 */
export function exactAmount(value: number | string): number | null {
  const minor = parseAmount(value);
  return minor === null || minor > MAX_AMOUNT_MINOR ? null : amountToNumber(minor);
}

const safeInteger = (minor: number): number | null => (Number.isSafeInteger(minor) ? minor : null);

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
