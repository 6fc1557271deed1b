import { assertMinor } from './amount.js';

/** The shortest decimal text of a number: `12`, `1.5`, `1.5e-7`, `1e+21`. */
const WRITTEN = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * `priceMinor × pieces`, half up: what a line of a cart comes to, for display. The quantity is read through its shortest decimal text, as an
 * amount is, so 1.5 × 9.99 is 14.985 and becomes 14.99. BigInt, since a quantity may be any double.
 * @throws RangeError for a price or a quantity below zero, or what is no number
 */
export function lineTotal(priceMinor: number, pieces: number): bigint {
  assertMinor(priceMinor);
  const match = WRITTEN.exec(String(pieces));
  if (!match || priceMinor < 0) throw new RangeError(`Not a line of a cart: ${priceMinor} × ${pieces}`);
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const product = BigInt(priceMinor) * BigInt(whole + fraction);
  const decimals = fraction.length - Number(exponent);
  if (decimals <= 0) return product * 10n ** BigInt(-decimals);
  const unit = 10n ** BigInt(decimals);
  return (2n * product + unit) / (2n * unit);
}
