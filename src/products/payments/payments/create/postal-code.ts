const POLISH_POSTAL_CODE = /^(\d{2})-?(\d{3})$/;
const SPACES = /\s+/g;

/** Formats a Polish postal code as `00-001`. Other text is returned unchanged. */
export function normalizePostalCode(code: string, country: unknown): string {
  if (typeof country !== 'string' || country.toUpperCase() !== 'PL') return code;
  const [, firstDigits, lastDigits] = POLISH_POSTAL_CODE.exec(code.replace(SPACES, '')) ?? [];
  return firstDigits && lastDigits ? `${firstDigits}-${lastDigits}` : code;
}
