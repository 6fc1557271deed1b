import { isEmail } from 'class-validator';

/** By what a payer asks to be forgotten. */
export interface PayerIdentifier {
  kind: 'phone' | 'email';
  /** In one form, whatever was given: digits with the country's, or the address in lower case. */
  value: string;
  /**
   * A regular expression, as PostgreSQL reads it without regard to case, of the ways in which the identifier is written: with or without
   * country, with spaces or dashes, in an address percent-encoded. It never fits a longer number or another address that it is part of.
   */
  mention: string;
}

/** An encoded character before it is no part of what is sought, though it ends with a digit or a letter. */
const AFTER_ENCODED = '(?<=%[0-9A-F][0-9A-F])';
const BETWEEN_DIGITS = '(?:[ ./()-]|%20)*';
const POLAND = '48';

/** @returns null when it is neither an e-mail address nor a phone number: nine digits, or more with the country's. */
export function readPayerIdentifier(text: string): PayerIdentifier | null {
  const given = text.trim();
  if (given.includes('@')) return isEmail(given) ? emailOf(given.toLowerCase()) : null;
  const digits = /^(?:\+|00)?([1-9]\d{7,14})$/.exec(given.replace(/[\s./()-]/g, ''))?.[1];
  if (digits === undefined || (digits.length === 8 && !given.startsWith('+'))) return null;
  return phoneOf(digits.length === 9 && !given.startsWith('+') ? POLAND + digits : digits);
}

function phoneOf(value: string): PayerIdentifier {
  const isPolish = value.startsWith(POLAND) && value.length === 11;
  const spelled = (digits: string): string => [...digits].join(BETWEEN_DIGITS);
  const prefix = `(?:(?:\\+|%2B|00)${BETWEEN_DIGITS})?`;
  const number = isPolish
    ? `(?:${prefix}${spelled(POLAND)}${BETWEEN_DIGITS})?${spelled(value.slice(POLAND.length))}`
    : `${prefix}${spelled(value)}`;
  return { kind: 'phone', value, mention: `(?:(?<![0-9])|${AFTER_ENCODED})${number}(?![0-9])` };
}

function emailOf(value: string): PayerIdentifier {
  const spelled = value.replace(/[^a-z0-9]/g, (character) => {
    const itself = `\\${character}`;
    return /[^\x00-\x7f]|[._-]/.test(character) // eslint-disable-line no-control-regex
      ? itself.replace(/^\\(?=[^\x00-\x7f])/, '') // eslint-disable-line no-control-regex
      : `(?:${itself}|${encodeURIComponent(character).replace(/^[^%].*$/, itself)})`;
  });
  return {
    kind: 'email',
    value,
    mention: `(?:(?<![[:alnum:]._%+-])|${AFTER_ENCODED})${spelled}(?![[:alnum:]-]|\\.[[:alnum:]])`,
  };
}
