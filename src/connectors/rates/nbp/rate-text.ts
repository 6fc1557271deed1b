/** A JSON number without a sign. The groups are the whole part, the decimals and the exponent. */
const NUMBER_FORMAT = /^(\d{1,5})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,2}))?$/;
const DECIMALS = 10;
const RATE_UPPER_BOUND = 100_000n;

/**
 * Converts a JSON number, with or without an exponent, exactly to a rate with ten decimals.
 * @returns null unless it is a number above 0 and below 100,000 with at most ten decimals.
 */
export function rateText(number: string): string | null {
  const [, whole = '', decimals = '', exponent = '0'] = NUMBER_FORMAT.exec(number) ?? [];
  if (whole === '') return null;
  const decimalShift = DECIMALS - decimals.length + Number(exponent);
  const digits = BigInt(whole + decimals);
  const powerOfTen = 10n ** BigInt(Math.abs(decimalShift));
  if (decimalShift < 0 && digits % powerOfTen !== 0n) return null;
  const scaled = decimalShift < 0 ? digits / powerOfTen : digits * powerOfTen;
  const scaledOne = 10n ** BigInt(DECIMALS);
  if (scaled === 0n || scaled >= RATE_UPPER_BOUND * scaledOne) return null;
  return `${scaled / scaledOne}.${String(scaled % scaledOne).padStart(DECIMALS, '0')}`;
}
