import type { Locale } from '../../common/locale.js';
import { LANGUAGES } from '../languages/languages.js';

/** A double holds 15 decimal digits. Further digits are rounding errors, as in 0.30000000000000004. */
const WRITTEN_DIGITS = 15;
/** Beyond these limits a number has mostly zeros, and is easier to read as `1E21`. */
const [SMALLEST, LARGEST] = [1e-6, 1e15];

/** Formats a number of pieces in the payer's language: `1.5`, `12,345`, `1E21`. */
export function formatQuantity(quantity: number, locale: Locale): string {
  const notation = quantity >= SMALLEST && quantity < LARGEST ? 'standard' : 'scientific';
  const format = new Intl.NumberFormat(LANGUAGES[locale].region, { maximumSignificantDigits: WRITTEN_DIGITS, notation });
  return format.format(quantity).replaceAll('\u202f', '\u00a0');
}
