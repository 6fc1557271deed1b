import validator from 'card-validator';
import { isCreditCard } from 'class-validator';
import { Rule } from './characters.js';

/** Characters that are invisible between two digits: zero-width characters, text directions, and combining marks on a digit. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/gu;
const DIGIT = /\p{Nd}/u;
/** Digits with at most one separator between two digits: a space, dot, dash, slash or underscore, also in full width. */
const DIGIT_RUN = /\d(?:[\s./\uff0e\uff0f\u2212\p{Pd}\p{Pc}]?\d){12,}/gu;
const DIGIT_GROUP = /\d+/g;
const [MIN_DIGITS, MAX_DIGITS] = [13, 19];
/** Ordinary texts have far fewer candidates. Checking more would block the process for other requests. */
const MAX_CANDIDATES = 2_000;
const EMAIL_ADDRESS = /^[^@]+@[^@.]+\.[^@]+$/;

/**
 * Whether a text contains a card number: 13 to 19 digits with a known prefix and the right check digit. The digits may be grouped and of any script.
 * Such a text is rejected before the gateway stores or logs the text. A text with more than `MAX_CANDIDATES` candidates also counts as
 * a text with a card number, because not all candidates can be checked.
 */
export function holdsCardNumber(text: string): boolean {
  let checkedCount = 0;
  for (const [run] of asPlainDigits(text).matchAll(DIGIT_RUN))
    for (const candidate of candidates(run.match(DIGIT_GROUP) ?? [])) {
      checkedCount += 1;
      if (checkedCount > MAX_CANDIDATES || isCardNumber(candidate)) return true;
    }
  return false;
}

/** Rejects a text with a card number. */
export const NoCardNumber = (): PropertyDecorator =>
  Rule('holdsNoCardNumber', (value) => typeof value !== 'string' || !holdsCardNumber(value), 'A card number must not be sent here.');

/** Replaces each e-mail address by `@`, because digits in an e-mail address are part of a name. */
export function withoutEmailAddresses(text: string): string {
  return text.includes('@') ? text.replace(/\S+/g, (word) => (EMAIL_ADDRESS.test(word) ? '@' : word)) : text;
}

function asPlainDigits(text: string): string {
  return text.replace(INVISIBLE, '').replace(/(?!\d)\p{N}/gu, plainDigit);
}

/** Cache of converted number signs. Unicode has about two thousand. */
const plainDigits = new Map<string, string>();

/** NFKC converts full-width, raised and circled digits to common digits. Digits of other scripts are converted by their value. */
function plainDigit(sign: string): string {
  const cached = plainDigits.get(sign);
  if (cached !== undefined) return cached;
  const common = sign.normalize('NFKC');
  const plain = DIGIT.test(common) ? common.replace(/\p{Nd}/gu, decimalValueOf) : sign;
  plainDigits.set(sign, plain);
  return plain;
}

/** The value of a decimal digit: in Unicode, the digits of a script are consecutive, from zero to nine. The digits of two scripts may be adjacent. */
function decimalValueOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** Numbers made of adjacent groups. Every start and end is tried, because an expiry date may follow the number, or other digits precede it. */
function* candidates(groups: readonly string[]): Generator<string> {
  for (const first of groups.keys()) {
    let digits = '';
    for (let index = first; index < groups.length && digits.length <= MAX_DIGITS; index += 1) {
      digits += groups[index];
      if (digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS) yield digits;
    }
  }
}

/** Both libraries are used, because each knows card schemes that the other lacks. */
function isCardNumber(digits: string): boolean {
  return isCreditCard(digits) || validator.number(digits).isValid;
}
