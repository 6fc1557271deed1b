import type { Books } from '../books/books.js';
import { digits } from '../books/digits.js';
import { contradicts } from '../books/heard.js';

/**
 * Reports about money that the gateway acknowledged in this step although they contradict what is on record, and that had no effect: no
 * entry was made, and staff are not shown them.
 * @param shown what staff are shown as contradicted.
 */
export function dropped(books: Books, shown: ReadonlySet<string>): string[] {
  return books.heard.splice(0).flatMap((heard) => {
    if (!contradicts(heard)) return [];
    const { name, reference, state } = heard.of === 'charge' ? heard.charge : heard.attempt;
    if (state !== heard.before || shown.has(digits(reference))) return [];
    return [`${name} is ${state}; the report that its ${heard.of} is ${heard.outcome} was not shown to staff`];
  });
}
