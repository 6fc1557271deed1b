import validator from 'card-validator';
import { isCreditCard, isEAN, isIBAN } from 'class-validator';
import parsePhoneNumber from 'libphonenumber-js';
import { Rule } from './characters.js';

/** Characters that are invisible between two digits: zero-width characters, text directions, and combining marks on a digit. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/gu;
const DIGIT = /\p{Nd}/u;
/** A space, dot, dash, slash or underscore, also in full width. */
const SEPARATOR = '[\\s./\uff0e\uff0f\u2212\\p{Pd}\\p{Pc}]';
/** Digits with at most one separator between two digits. */
const DIGIT_RUN = new RegExp(`\\d(?:${SEPARATOR}?\\d){12,}`, 'gu');
const DIGIT_GROUP = /\d+/g;
const [MIN_DIGITS, MAX_DIGITS] = [13, 19];
/** Of the digits of a card. */
const MAX_GROUPS = 5;
/** Ordinary texts have far fewer candidates. Checking more would block the process for other requests. */
const MAX_CANDIDATES = 2_000;
/** Every start is tried, because the word before an IBAN may look like its beginning. */
const IBAN = new RegExp(`(?<![a-z\\d])(?=([a-z]{2}\\d\\d(?:${SEPARATOR}?[a-z\\d]){11,30}))`, 'giu');
/** A Polish account number without `PL`. */
const POLISH_ACCOUNT = new RegExp(`(?<!\\d)\\d\\d(?:${SEPARATOR}?\\d{4}){6}(?!\\d)`, 'gu');
const EMAIL_ADDRESS = /^[^@]+@[^@.]+\.[^@]+$/;

/** Prefixes and lengths of card numbers, and after how many digits a group ends. A range has a first and a last prefix. */
interface Scheme {
  patterns: readonly (number | number[])[];
  lengths: readonly number[];
  gaps: readonly number[];
}
const FOURS = [4, 8, 12, 16];
/** What the library lacks. */
const MORE_SCHEMES: readonly Scheme[] = [
  { patterns: [4], lengths: [13], gaps: [4, 7, 10] }, // old Visa cards
  { patterns: [1800, 2131], lengths: [15], gaps: FOURS }, // old JCB cards
  { patterns: [6011, 65], lengths: [16, 19], gaps: FOURS }, // Discover, also with the prefix of another scheme that has 16 digits
  { patterns: [[8172, 8199]], lengths: [16], gaps: FOURS }, // RuPay
  { patterns: [62], lengths: [19], gaps: [6] }, // UnionPay cards with two groups
];
/** Begins Polish EANs and the 18 digits of Polish electricity meters. No international scheme has it. */
const GS1_POLAND = '590';

/** Digits in a text that may be a card number. `gaps`: after how many of them a separator follows. `start`: their place in the text. */
interface Candidate {
  digits: string;
  gaps: readonly number[];
  start: number;
}

/** Other numbers that a text may hold. */
export interface ExpectedNumbers {
  /** How many digits an EAN may have: 13 digits may also be an old Visa card, and 14 digits a card of Diners Club. */
  eanLengths?: readonly number[];
  /** Phone numbers without a plus sign. */
  phones?: boolean;
}

/**
 * Whether a text contains a card number: 13 to 19 digits, in one group or in the groups of a card, with the prefix of an issuer, a length that
 * its cards have, and the right check digit. The digits may be of any script. A phone number with a plus sign and an account number are none.
 * Behind two other digits (`AT70 4111…`), one of a hundred card numbers looks like an account number and is not found.
 * Such a text is rejected before the gateway stores the text. A text with more than `MAX_CANDIDATES` candidates also counts as a text
 * with a card number, because not all candidates can be checked.
 */
export function holdsCardNumber(text: string, { eanLengths = [], phones = false }: ExpectedNumbers = {}): boolean {
  const plain = asPlainDigits(text);
  let accounts: { start: number; end: number }[] | undefined;
  const isInAccountNumber = ({ start }: Candidate): boolean => {
    accounts ??= accountNumbersIn(plain);
    return accounts.some((account) => account.start <= start && start < account.end);
  };
  const isOtherNumber = (candidate: Candidate): boolean =>
    (candidate.gaps.length === 0 && eanLengths.includes(candidate.digits.length) && isEAN(candidate.digits)) ||
    ((phones || hasPlus(plain, candidate)) && isPhoneNumber(candidate)) ||
    isInAccountNumber(candidate);
  return someCandidate(plain, MAX_GROUPS, (candidate) => isCardNumber(candidate) && !isOtherNumber(candidate));
}

/**
 * Whether a text contains what may be a card number, in any groups, also if it may be another number. For logs, in which a number that is hidden
 * needlessly does no harm. Both libraries are used, because each knows card schemes that the other lacks.
 */
export function mayHoldCardNumber(text: string): boolean {
  return someCandidate(asPlainDigits(text), MAX_DIGITS, ({ digits }) => isCreditCard(digits) || validator.number(digits).isValid);
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

function someCandidate(text: string, maxGroups: number, test: (candidate: Candidate) => boolean): boolean {
  let checkedCount = 0;
  for (const candidate of candidates(text, maxGroups)) {
    checkedCount += 1;
    if (checkedCount > MAX_CANDIDATES || test(candidate)) return true;
  }
  return false;
}

/** Numbers made of adjacent groups. Every start and end is tried, because an expiry date may follow the number, or other digits precede it. */
function* candidates(text: string, maxGroups: number): Generator<Candidate> {
  for (const run of text.matchAll(DIGIT_RUN)) {
    const groups = [...run[0].matchAll(DIGIT_GROUP)].map(({ 0: digits, index }) => ({ digits, start: run.index + index }));
    for (const [first, { start }] of groups.entries()) {
      let digits = '';
      const gaps: number[] = [];
      for (const group of groups.slice(first, first + maxGroups)) {
        if (digits !== '') gaps.push(digits.length);
        digits += group.digits;
        if (digits.length > MAX_DIGITS) break;
        if (digits.length >= MIN_DIGITS) yield { digits, gaps, start };
      }
    }
  }
}

function isCardNumber(candidate: Candidate): boolean {
  const { digits } = candidate;
  if (!hasLuhnDigit(digits) || digits.startsWith(GS1_POLAND)) return false;
  const schemes = MORE_SCHEMES.filter((scheme) => hasPrefix(digits, scheme));
  const { card } = validator.number(digits);
  // The library allows Maestro 13 digits. No such card is in use, but the order numbers of some shops have 13 digits.
  if (card && digits.length > MIN_DIGITS) schemes.push(card);
  return schemes.some((scheme) => scheme.lengths.includes(digits.length) && isInGroupsOf(scheme, candidate));
}

function hasPrefix(digits: string, { patterns }: Scheme): boolean {
  return patterns.some((pattern) => {
    const [first = 0, last = first] = [pattern].flat();
    const prefix = Number(digits.slice(0, String(first).length));
    return first <= prefix && prefix <= last;
  });
}

/** Whether the digits are one group, or have the groups of the scheme's cards. People also write other cards in groups of four. */
function isInGroupsOf(scheme: Scheme, { digits, gaps }: Candidate): boolean {
  const isLike = (printed: readonly number[]): boolean => printed.filter((gap) => gap < digits.length).join() === gaps.join();
  return gaps.length === 0 || isLike(scheme.gaps) || isLike(FOURS);
}

/** Whether the last digit is the check digit that ISO/IEC 7812 demands. */
export function hasLuhnDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const hasPlus = (text: string, { start }: Candidate): boolean => /(?<![\p{L}\d])\+$/u.test(text.slice(Math.max(0, start - 2), start));

const isPhoneNumber = ({ digits, gaps }: Candidate): boolean => gaps.length === 0 && parsePhoneNumber(`+${digits}`)?.isValid() === true;

function accountNumbersIn(text: string): { start: number; end: number }[] {
  const accounts = [];
  for (const [count, { 1: start = '', index }] of [...text.matchAll(IBAN)].entries()) {
    const iban = count < MAX_CANDIDATES ? ibanAtStart(start) : undefined;
    if (iban !== undefined) accounts.push({ start: index, end: index + iban.length });
  }
  for (const { 0: account, index } of text.matchAll(POLISH_ACCOUNT))
    if (isIban(`PL${account}`)) accounts.push({ start: index, end: index + account.length });
  return accounts;
}

/** An IBAN ends where a word ends. */
const ibanAtStart = (text: string): string | undefined =>
  [...text.matchAll(/[^a-z\d]|$/gi)].map(({ index }) => text.slice(0, index)).find(isIban);

const isIban = (text: string): boolean => isIBAN(text.replace(/[^a-z\d]/gi, ''));
