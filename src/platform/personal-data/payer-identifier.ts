import { isEmail } from 'class-validator';

/** The phone number or e-mail address of a payer who requests erasure. */
export interface PayerIdentifier {
  kind: 'phone' | 'email';
  /** Normalized: digits with the country code, or the e-mail address in lower case. */
  value: string;
  /**
   * A case-insensitive PostgreSQL regular expression for all spellings of the identifier: with or without country code, with spaces or
   * dashes, percent-encoded. It does not match a part of a longer number or of another e-mail address.
   */
  identifierPattern: string;
}

/** A percent-encoded character may precede a match, although its code ends with a digit or a letter. */
const AFTER_ENCODED = '(?<=%[0-9A-F][0-9A-F])';
const BETWEEN_DIGITS = '(?:[ ./()-]|%20)*';
const POLAND = '48';
const POLISH_DIGITS = 9;

/** @returns null when the text is neither an e-mail address nor a phone number (nine digits, or more with a country code). */
export function readPayerIdentifier(text: string): PayerIdentifier | null {
  const trimmed = text.trim();
  if (trimmed.includes('@')) return isEmail(trimmed) ? emailIdentifier(trimmed.toLowerCase()) : null;
  const digits = /^(?:\+|00)?([1-9]\d{7,14})$/.exec(trimmed.replace(/[\s./()-]/g, ''))?.[1];
  // Eight digits without a plus sign may be a Polish number with a missing digit.
  if (digits === undefined || (digits.length === 8 && !trimmed.startsWith('+'))) return null;
  return phoneIdentifier(digits.length === POLISH_DIGITS && !trimmed.startsWith('+') ? POLAND + digits : digits);
}

function phoneIdentifier(value: string): PayerIdentifier {
  const isPolish = value.startsWith(POLAND) && value.length === POLAND.length + POLISH_DIGITS;
  const withSeparators = (digits: string): string => [...digits].join(BETWEEN_DIGITS);
  const prefix = `(?:(?:\\+|%2B|00)${BETWEEN_DIGITS})?`;
  const number = isPolish
    ? `(?:${prefix}${withSeparators(POLAND)}${BETWEEN_DIGITS})?${withSeparators(value.slice(POLAND.length))}`
    : `${prefix}${withSeparators(value)}`;
  return { kind: 'phone', value, identifierPattern: `(?:(?<![0-9])|${AFTER_ENCODED})${number}(?![0-9])` };
}

function emailIdentifier(value: string): PayerIdentifier {
  const address = [...value].map(characterPattern).join('');
  return {
    kind: 'email',
    value,
    identifierPattern: `(?:(?<![[:alnum:]._%+-])|${AFTER_ENCODED})${address}(?![[:alnum:]-]|\\.[[:alnum:]])`,
  };
}

/** A regular expression for a character, plain or percent-encoded. */
function characterPattern(character: string): string {
  const plain = /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;
  const encoded = encodeURIComponent(character);
  return encoded === character ? plain : `(?:${plain}|${encoded})`;
}
