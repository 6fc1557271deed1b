import validator from 'card-validator';
import { isCreditCard } from 'class-validator';

/** Characters that are invisible between two digits: zero-width characters, directions, and marks upon a digit. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/gu;
const DIGIT = /\p{Nd}/u;
/** Digits with at most one space, dot, dash, slash or underscore between two of them, which may be full-width. */
const RUN = /\d(?:[\s./\uff0e\uff0f\u2212\p{Pd}\p{Pc}]?\d){12,}/gu;
const GROUP = /\d+/g;
const [LEAST, MOST] = [13, 19];
/** Far more than honest texts have. Looking at more would block the process for other requests. */
const MAX_CANDIDATES = 2_000;
const EMAIL_ADDRESS = /^[^@]+@[^@.]+\.[^@]+$/;

/**
 * Whether a text holds a card number: 13 to 19 digits with a known prefix and the right check digit, written in groups or in one, in the
 * digits of any script. Such a text is refused before anything keeps or logs it, and so is one with so many numbers that they cannot all
 * be looked at.
 */
export function holdsCardNumber(text: string): boolean {
  let looked = 0;
  for (const [run] of asPlainDigits(text).matchAll(RUN))
    for (const candidate of candidates(run.match(GROUP) ?? [])) {
      looked += 1;
      if (looked > MAX_CANDIDATES || isCardNumber(candidate)) return true;
    }
  return false;
}

/** The text with `@` in place of each e-mail address, because digits in an address are part of a name. */
export function withoutEmailAddresses(text: string): string {
  return text.includes('@') ? text.replace(/\S+/g, (word) => (EMAIL_ADDRESS.test(word) ? '@' : word)) : text;
}

function asPlainDigits(text: string): string {
  return text.replace(UNSEEN, '').replace(/(?!\d)\p{N}/gu, plainDigit);
}

/** Number signs that were converted before; Unicode has about two thousand. */
const plainDigits = new Map<string, string>();

/** Full-width, raised and circled digits are written in other forms of the common ones; those of other scripts have a value. */
function plainDigit(sign: string): string {
  const known = plainDigits.get(sign);
  if (known !== undefined) return known;
  const common = sign.normalize('NFKC');
  const plain = DIGIT.test(common) ? common.replace(/\p{Nd}/gu, valueOf) : sign;
  plainDigits.set(sign, plain);
  return plain;
}

/** Decimal digits of a script stand in Unicode one behind the other, from zero to nine. */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** Numbers made of neighbouring groups. Every start and end is tried, because an expiry date may follow a number, or other digits precede it. */
function* candidates(groups: readonly string[]): Generator<string> {
  for (const first of groups.keys()) {
    let digits = '';
    for (let at = first; at < groups.length && digits.length <= MOST; at += 1) {
      digits += groups[at];
      if (digits.length >= LEAST && digits.length <= MOST) yield digits;
    }
  }
}

/** Each of the two libraries knows schemes that the other does not. */
function isCardNumber(digits: string): boolean {
  return isCreditCard(digits) || validator.number(digits).isValid;
}
