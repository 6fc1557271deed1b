const NUMBER = /^(\d{1,5})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,2}))?$/;
const DECIMALS = 10;
const RATE_UPPER_BOUND = 100_000n;

/**
 * Converts a JSON number, with or without an exponent, exactly to a rate with ten decimals.
 * @returns null unless it is a number above 0 and below 100,000 with at most ten decimals.
 */
export function rateText(number: string): string | null {
  const [, whole = '', decimals = '', exponent = '0'] = NUMBER.exec(number) ?? [];
  if (whole === '') return null;
  const shift = DECIMALS - decimals.length + Number(exponent);
  const digits = BigInt(whole + decimals);
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && digits % scale !== 0n) return null;
  const scaled = shift < 0 ? digits / scale : digits * scale;
  const one = 10n ** BigInt(DECIMALS);
  if (scaled === 0n || scaled >= RATE_UPPER_BOUND * one) return null;
  return `${scaled / one}.${String(scaled % one).padStart(DECIMALS, '0')}`;
}
