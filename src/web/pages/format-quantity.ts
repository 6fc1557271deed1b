import type { Locale } from '../../common/locale.js';
import { REGION } from './locale.js';

/** A double keeps so many written digits; further ones come from arithmetic, as in 0.30000000000000004. */
const WRITTEN_DIGITS = 15;
/** Outside of these a number is mostly zeros, and easier to read as `1E21`. */
const [SMALLEST, LARGEST] = [1e-6, 1e15];

/** `1.5`, `12,345`, `1E21`: how many pieces, as the reader's language writes it. */
export function formatQuantity(quantity: number, locale: Locale): string {
  const notation = quantity >= SMALLEST && quantity < LARGEST ? 'standard' : 'scientific';
  const format = new Intl.NumberFormat(REGION[locale], { maximumSignificantDigits: WRITTEN_DIGITS, notation });
  return format.format(quantity).replaceAll('\u202f', '\u00a0');
}
