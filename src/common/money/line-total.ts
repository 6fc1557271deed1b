import { assertMinor } from './amount.js';

/** The shortest decimal text of a number: `12`, `1.5`, `1.5e-7`, `1e+21`. */
const SHORTEST_DECIMAL = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * The largest quantity that is rounded: to 15 digits, so to at least eight decimals. Further digits are rounding errors of the program that computed
 * the quantity.
 */
const MAX_ROUNDED_PIECES = 1e6;

/**
 * The total of a cart line, `priceMinor × pieces`, rounded half up, for display. The quantity is read through its shortest decimal text,
 * without rounding errors, so 1.5 × 9.99 is 14.985 and becomes 14.99, also when a program computed 1.4999999999999998. The result is a BigInt, because
 * a quantity may be any double.
 * @throws RangeError for a price or a quantity below zero, and for a value that is not a finite number
 */
export function lineTotal(priceMinor: number, pieces: number): bigint {
  assertMinor(priceMinor);
  const match = SHORTEST_DECIMAL.exec(String(pieces <= MAX_ROUNDED_PIECES ? Number(pieces.toPrecision(15)) : pieces));
  if (!match || priceMinor < 0) throw new RangeError(`A cart line needs a price and a quantity of at least 0: ${priceMinor} × ${pieces}`);
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const product = BigInt(priceMinor) * BigInt(whole + fraction);
  const decimals = fraction.length - Number(exponent);
  if (decimals <= 0) return product * 10n ** BigInt(-decimals);
  const unit = 10n ** BigInt(decimals);
  return (2n * product + unit) / (2n * unit);
}
