/**
 * Shares and tax rates are integers of basis points (3000 = 30 %). All arithmetic is on integers; the
 * product is taken in BigInt so that no intermediate result loses a digit.
 */
export const WHOLE_BP = 10_000;

/** `minor × numerator / denominator`, half up (away from zero is never needed: amounts here are ≥ 0). */
export function timesRatioHalfUp(minor: number, numerator: number, denominator: number): number {
  const [n, d] = [BigInt(minor) * BigInt(numerator), BigInt(denominator)];
  return toMinor((2n * n + d) / (2n * d));
}

/** `minor × numerator / denominator`, rounded up to a whole minor unit. */
export function timesRatioCeil(minor: number, numerator: number, denominator: number): number {
  const [n, d] = [BigInt(minor) * BigInt(numerator), BigInt(denominator)];
  return toMinor((n + d - 1n) / d);
}

function toMinor(value: bigint): number {
  const minor = Number(value);
  if (value < 0n || !Number.isSafeInteger(minor)) throw new RangeError(`Amount out of range: ${value} minor units`);
  return minor;
}
