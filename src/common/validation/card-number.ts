import validator from 'card-validator';
import { isCreditCard } from 'class-validator';

/** Digits with at most one space, dot or dash between two of them. */
const RUN = /\d(?:[\s.\-\u2010-\u2015]?\d){12,}/gu;
const GROUP = /\d+/g;
const [LEAST, MOST] = [13, 19];
/** No text that people write comes near it; one that does would keep everybody else waiting. */
const MOST_CANDIDATES = 2_000;

/**
 * Whether a text holds a card number: 13 to 19 digits with a known prefix and the right check digit, written in groups or in one. Such
 * a text is refused before anything keeps or logs it, and so is one with so many numbers that they cannot all be looked at.
 */
export function holdsCardNumber(text: string): boolean {
  let looked = 0;
  for (const [run] of text.matchAll(RUN))
    for (const candidate of candidates(run.match(GROUP) ?? [])) {
      looked += 1;
      if (looked > MOST_CANDIDATES || isCardNumber(candidate)) return true;
    }
  return false;
}

/** What neighbouring groups make together; an expiry date may follow a number, and a word for "no." precede it. */
function* candidates(groups: readonly string[]): Generator<string> {
  for (const first of groups.keys()) {
    let digits = '';
    for (let at = first; at < groups.length && digits.length <= MOST; at += 1) {
      digits += groups[at];
      if (digits.length >= LEAST && digits.length <= MOST) yield digits;
    }
  }
}

/** Each of the two knows schemes that the other does not. */
function isCardNumber(digits: string): boolean {
  return isCreditCard(digits) || validator.number(digits).isValid;
}
