import type { Locale } from '../../common/locale.js';
import { LANGUAGES } from '../languages/languages.js';

/** A double holds 15 decimal digits. Further digits are rounding errors, as in 0.30000000000000004. */
const MAX_SIGNIFICANT_DIGITS = 15;
/** Beyond these limits a number has mostly zeros, and is easier to read as `1E21`. */
const [MIN_WRITTEN_OUT, MAX_WRITTEN_OUT] = [1e-6, 1e15];
/** Making a formatter takes longer than using it, and a cart has up to 2,000 quantities. The map stays small: two notations per language. */
const FORMATS = new Map<string, Intl.NumberFormat>();

/** Formats a number of pieces in the payer's language: `1.5`, `12,345`, `1E21`. */
export function formatQuantity(quantity: number, locale: Locale): string {
  const notation = quantity >= MIN_WRITTEN_OUT && quantity < MAX_WRITTEN_OUT ? 'standard' : 'scientific';
  // One kind of no-break space, as in amounts.
  return formatOf(locale, notation).format(quantity).replaceAll('\u202f', '\u00a0');
}

function formatOf(locale: Locale, notation: 'standard' | 'scientific'): Intl.NumberFormat {
  const key = `${locale} ${notation}`;
  const known = FORMATS.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(LANGUAGES[locale].region, { maximumSignificantDigits: MAX_SIGNIFICANT_DIGITS, notation });
  FORMATS.set(key, format);
  return format;
}
