import { isEmail } from 'class-validator';

/** A phone number or e-mail address whose owner asks to be erased. */
export interface PayerIdentifier {
  kind: 'phone' | 'email';
  /** Normalised: digits with the country code, or the address in lower case. */
  value: string;
  /**
   * A regular expression of PostgreSQL, case-insensitive, for all spellings of the identifier: with or without country code, with spaces or
   * dashes, percent-encoded. It does not match within a longer number or another address.
   */
  mention: string;
}

/** An encoded character may precede a match, although it ends with a digit or a letter. */
const AFTER_ENCODED = '(?<=%[0-9A-F][0-9A-F])';
const BETWEEN_DIGITS = '(?:[ ./()-]|%20)*';
const POLAND = '48';

/** @returns null when the text is neither an e-mail address nor a phone number (nine digits, or more with a country code). */
export function readPayerIdentifier(text: string): PayerIdentifier | null {
  const given = text.trim();
  if (given.includes('@')) return isEmail(given) ? emailOf(given.toLowerCase()) : null;
  const digits = /^(?:\+|00)?([1-9]\d{7,14})$/.exec(given.replace(/[\s./()-]/g, ''))?.[1];
  if (digits === undefined || (digits.length === 8 && !given.startsWith('+'))) return null;
  return phoneOf(digits.length === 9 && !given.startsWith('+') ? POLAND + digits : digits);
}

function phoneOf(value: string): PayerIdentifier {
  const isPolish = value.startsWith(POLAND) && value.length === 11;
  const apart = (digits: string): string => [...digits].join(BETWEEN_DIGITS);
  const prefix = `(?:(?:\\+|%2B|00)${BETWEEN_DIGITS})?`;
  const number = isPolish
    ? `(?:${prefix}${apart(POLAND)}${BETWEEN_DIGITS})?${apart(value.slice(POLAND.length))}`
    : `${prefix}${apart(value)}`;
  return { kind: 'phone', value, mention: `(?:(?<![0-9])|${AFTER_ENCODED})${number}(?![0-9])` };
}

function emailOf(value: string): PayerIdentifier {
  const address = [...value].map(spelled).join('');
  return {
    kind: 'email',
    value,
    mention: `(?:(?<![[:alnum:]._%+-])|${AFTER_ENCODED})${address}(?![[:alnum:]-]|\\.[[:alnum:]])`,
  };
}

/** A regular expression for a character, plain or percent-encoded. */
function spelled(character: string): string {
  const itself = /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;
  const encoded = encodeURIComponent(character);
  return encoded === character ? itself : `(?:${itself}|${encoded})`;
}
