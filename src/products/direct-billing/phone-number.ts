import parsePhoneNumber from 'libphonenumber-js/mobile';

const POLISH = /^(?:\+?48)?(\d{9})$/;

/** `48XXXXXXXXX` of nine digits with or without `48`/`+48`, or null. */
export function normalisePhoneNumber(text: string): string | null {
  const digits = POLISH.exec(text)?.[1];
  return digits === undefined ? null : `48${digits}`;
}

/** The same for what a payer types: spaces, dashes and brackets are fine, and it must be a mobile number. */
export function parseMobileNumber(text: string): string | null {
  if (text.length > 40) return null;
  const number = parsePhoneNumber(text, 'PL');
  return number?.country === 'PL' && number.isValid() ? normalisePhoneNumber(number.number) : null;
}
