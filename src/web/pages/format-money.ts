import { formatAmount } from '../../common/money/amount.js';
import type { Locale } from '../../common/locale.js';
import { LANGUAGES } from '../languages/languages.js';

/** Making a formatter takes longer than using it, and a cart has up to 2,000 prices. The map stays small: few languages and currencies exist. */
const FORMATS = new Map<string, Intl.NumberFormat>();

/**
 * An amount in the payer's language, such as `9,99 zł`, `PLN 9.99` or `9,99 PLN`. The number reaches the formatter as decimal text, so no
 * digit passes through floating point.
 * @param minor minor units. A BigInt may have any number of digits, and must not be negative.
 */
export function formatMoney(minor: number | bigint, locale: Locale, currency = 'PLN'): string {
  const format = formatOf(locale, currency);
  // Some languages group digits with narrow no-break spaces. With one kind of space, copied amounts look the same.
  const text = typeof minor === 'bigint' ? formatBigInt(format, minor) : format.format(formatAmount(minor) as Intl.StringNumericLiteral);
  return text.replaceAll('\u202f', '\u00a0');
}

function formatOf(locale: Locale, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = FORMATS.get(key);
  if (known) return known;
  const { region, currency: currencyDisplay } = LANGUAGES[locale];
  const format = new Intl.NumberFormat(region, { style: 'currency', currency, currencyDisplay });
  FORMATS.set(key, format);
  return format;
}

/**
 * The formatter parses decimal text beyond a double's range as infinite. A BigInt has no such limit, but no decimals either. So the whole
 * units are formatted, and their decimals are replaced.
 */
function formatBigInt(format: Intl.NumberFormat, minor: bigint): string {
  const decimals = (minor % 100n).toString().padStart(2, '0');
  const parts = format.formatToParts(minor / 100n);
  return parts.map(({ type, value }) => (type === 'fraction' ? decimals : value)).join('');
}
