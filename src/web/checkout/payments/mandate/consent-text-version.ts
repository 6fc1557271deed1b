import { createHash } from 'node:crypto';
import type { Locale } from '../../../../common/locale.js';
import { TEXTS } from '../../../languages/texts.js';

/** Numbers that together need all plural forms of each language. */
const SAMPLE_NUMBERS = [1, 2, 5, 1.5];
const HASH_DIGITS = 12;

/**
 * The version of the consent texts: a hash of the texts, so that each change of a text changes the version. A test lists the current
 * versions. The git history of the test file leads from a stored version to its texts.
 */
export function consentTextVersion(locale: Locale): string {
  const { agreement, consent } = TEXTS[locale].payments;
  return createHash('sha256')
    .update(JSON.stringify(renderTexts({ agreement, consent })))
    .digest('hex')
    .slice(0, HASH_DIGITS);
}

/** The texts with placeholders such as `{0}` for their parameters, as lists of pairs, so that the order of the keys counts too. */
function renderTexts(text: unknown): unknown {
  if (typeof text === 'function') return renderFunction(text as (...values: unknown[]) => string);
  if (typeof text !== 'object' || text === null) return text;
  return Object.entries(text).map(([key, inner]) => [key, renderTexts(inner)]);
}

/** A text with plural forms has the property `locale` and formats numbers, so it is rendered with sample numbers. */
function renderFunction(text: (...values: unknown[]) => string): string[] {
  if ('locale' in text) return SAMPLE_NUMBERS.map((number) => text(number));
  return [text(...Array.from({ length: text.length }, (_, index) => `{${index}}`))];
}
