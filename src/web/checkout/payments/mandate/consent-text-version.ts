import { createHash } from 'node:crypto';
import type { Locale } from '../../../../common/locale.js';
import { TEXTS } from '../../../languages/texts.js';

/** Numbers that together need all plural forms of each language. */
const NUMBERS = [1, 2, 5, 1.5];
const DIGITS = 12;

/**
 * The version of the consent texts: a hash of the texts, so that it changes with each of them. A test lists the present versions. The history
 * of this test's file leads from a stored version to its texts.
 */
export function consentTextVersion(locale: Locale): string {
  const { agreement, consent } = TEXTS[locale].payments;
  return createHash('sha256')
    .update(JSON.stringify(asWords({ agreement, consent })))
    .digest('hex')
    .slice(0, DIGITS);
}

/** The texts with placeholders for their parameters. */
function asWords(text: unknown): unknown {
  if (typeof text === 'function') return asText(text as (...values: unknown[]) => string);
  if (typeof text !== 'object' || text === null) return text;
  return Object.entries(text).map(([key, inner]) => [key, asWords(inner)]);
}

function asText(text: (...values: unknown[]) => string): string[] {
  if ('locale' in text) return NUMBERS.map((number) => text(number));
  return [text(...Array.from({ length: text.length }, (_, index) => `{${index}}`))];
}
