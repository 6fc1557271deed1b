import parsePhoneNumber from 'libphonenumber-js/mobile';

/** In characters. A longer text cannot be a phone number, so it is not parsed. */
const MAX_TYPED_LENGTH = 40;

export const MOBILE_NUMBER_PATTERN = /^(?:\+?48)?\d{9}$/;

export const INVALID_MOBILE_NUMBER_MESSAGE = 'The phone number must be a Polish mobile number: nine digits with or without 48 or +48.';

/** Reads a Polish mobile number from an API request: nine digits with or without `48`/`+48`. @returns `48XXXXXXXXX`, or null. */
export function readMobileNumber(text: string): string | null {
  return MOBILE_NUMBER_PATTERN.test(text) ? parseMobileNumber(text) : null;
}

/** Reads a Polish mobile number that a payer typed, also with spaces, dashes and brackets. @returns `48XXXXXXXXX`, or null. */
export function parseMobileNumber(text: string): string | null {
  if (text.length > MAX_TYPED_LENGTH) return null;
  const number = parsePhoneNumber(text, 'PL');
  return number?.country === 'PL' && number.isValid() ? number.number.slice(1) : null;
}
