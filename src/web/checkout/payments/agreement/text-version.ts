import { createHash } from 'node:crypto';
import type { Locale } from '../../../../common/locale.js';
import { TEXTS } from '../texts/texts.js';

/** Enough to see how a text with a number in it reads. */
const NUMBERS = [1, 2, 5, 1.5];
const DIGITS = 12;

/**
 * Which texts of recurring payments a page is written with: another version as soon as a single word of them changes, so no change can forget
 * it. A test names the present ones, and the history of that test leads from a version to its words.
 */
export function textVersion(locale: Locale): string {
  const { agreement, consent } = TEXTS[locale];
  return createHash('sha256')
    .update(JSON.stringify(asWords({ agreement, consent })))
    .digest('hex')
    .slice(0, DIGITS);
}

/** Texts with what is put into them left open. */
function asWords(text: unknown): unknown {
  if (typeof text === 'function') return asText(text as (...values: unknown[]) => string);
  if (typeof text !== 'object' || text === null) return text;
  return Object.entries(text).map(([key, inner]) => [key, asWords(inner)]);
}

function asText(text: (...values: unknown[]) => string): string[] {
  if ('locale' in text) return NUMBERS.map((number) => text(number));
  return [text(...Array.from({ length: text.length }, (_, index) => `{${index}}`))];
}
