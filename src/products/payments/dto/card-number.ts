import validator from 'card-validator';
import { isCreditCard } from 'class-validator';

/** Digits with at most one space, dot or dash between two of them. */
const RUN = /\d(?:[\s.\-\u2010-\u2015]?\d){12,}/gu;
const GROUP = /\d+/g;
const [LEAST, MOST] = [13, 19];

/**
 * Whether a text holds a card number: 13 to 19 digits with a known prefix and the right check digit, written in groups or in one. Such
 * a text is refused before anything keeps or logs it.
 */
export function holdsCardNumber(text: string): boolean {
  return [...text.matchAll(RUN)].some(([run]) => candidates(run.match(GROUP) ?? []).some(isCardNumber));
}

/** What neighbouring groups make together; an expiry date may follow a number, and a word for "no." precede it. */
function candidates(groups: readonly string[]): string[] {
  const found: string[] = [];
  groups.forEach((_, first) => {
    let digits = '';
    for (const group of groups.slice(first)) {
      digits += group;
      if (digits.length > MOST) break;
      if (digits.length >= LEAST) found.push(digits);
    }
  });
  return found;
}

/** Each of the two knows schemes that the other does not. */
function isCardNumber(digits: string): boolean {
  return isCreditCard(digits) || validator.number(digits).isValid;
}
