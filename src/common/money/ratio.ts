/**
 * Shares and tax rates are integers of basis points (3000 = 30 %). All arithmetic uses integers. Products are computed as BigInt, so that no
 * intermediate result loses a digit.
 */
export const HUNDRED_PERCENT_BP = 10_000;

/**
 * `minor × numerator / denominator`, rounded half up to a whole minor unit.
 * @throws RangeError for a negative amount or ratio, and beyond safe integers
 */
export function timesRatioHalfUp(minor: number, numerator: number, denominator: number): number {
  const [n, d] = product(minor, numerator, denominator);
  return toMinor((2n * n + d) / (2n * d));
}

/** `minor × numerator / denominator`, rounded up to a whole minor unit. @throws RangeError like `timesRatioHalfUp` */
export function timesRatioCeil(minor: number, numerator: number, denominator: number): number {
  const [n, d] = product(minor, numerator, denominator);
  return toMinor((n + d - 1n) / d);
}

/** Rejects negative values: BigInt division truncates towards zero, so both roundings would be wrong below zero. */
function product(minor: number, numerator: number, denominator: number): [bigint, bigint] {
  if (!(minor >= 0 && numerator >= 0 && denominator > 0))
    throw new RangeError(`Not a share of an amount: ${minor} × ${numerator} / ${denominator}`);
  return [BigInt(minor) * BigInt(numerator), BigInt(denominator)];
}

function toMinor(value: bigint): number {
  const minor = Number(value);
  if (!Number.isSafeInteger(minor)) throw new RangeError(`Amount out of range: ${value} minor units`);
  return minor;
}
