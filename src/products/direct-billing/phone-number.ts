import parsePhoneNumber from 'libphonenumber-js/mobile';

const FORM = /^(?:\+?48)?\d{9}$/;

/** `48XXXXXXXXX` of a Polish mobile number as programs write it: nine digits with or without `48`/`+48`. Otherwise null. */
export function readMobileNumber(text: string): string | null {
  return FORM.test(text) ? parseMobileNumber(text) : null;
}

/** The same of what a payer types: spaces, dashes and brackets are fine. */
export function parseMobileNumber(text: string): string | null {
  if (text.length > 40) return null;
  const number = parsePhoneNumber(text, 'PL');
  return number?.country === 'PL' && number.isValid() ? number.number.slice(1) : null;
}
