import type { Books } from '../books/books.js';
import { digits } from '../books/digits.js';
import { contradicts } from '../books/heard.js';

/**
 * Words about money that the gateway has answered in this step, that contradict what is on record, and of which nothing came: it moved
 * nothing, and nobody is shown it.
 * @param shown what staff are shown as contradicted.
 */
export function dropped(books: Books, shown: ReadonlySet<string>): string[] {
  return books.heard.splice(0).flatMap((heard) => {
    if (!contradicts(heard)) return [];
    const { name, reference, state } = heard.of === 'charge' ? heard.charge : heard.attempt;
    if (state !== heard.before || shown.has(digits(reference))) return [];
    return [`${name} is ${state}, it is reported that its ${heard.of} is ${heard.outcome}, and nobody is told`];
  });
}
