import { formatAmount } from '../../common/money/amount.js';
import type { Locale } from '../../common/locale.js';
import { REGION } from './locale.js';

/**
 * `9,99 zł`, `PLN 9.99`, `9,99 PLN`. The number reaches the formatter as decimal text, so no digit passes through floating point.
 * @param minor as a BigInt it may have any number of digits, and must not be below zero
 */
export function formatMoney(minor: number | bigint, locale: Locale, currency = 'PLN'): string {
  const format = new Intl.NumberFormat(REGION[locale], {
    style: 'currency',
    currency,
    currencyDisplay: locale === 'pl' ? 'symbol' : 'code',
  });
  // Some languages group with narrow spaces that do not break either; one kind makes copied amounts alike.
  const text = typeof minor === 'bigint' ? formatLong(format, minor) : format.format(formatAmount(minor) as Intl.StringNumericLiteral);
  return text.replaceAll('\u202f', '\u00a0');
}

/** Decimal text beyond a double's range is taken for infinite; a BigInt is not, but has no decimals. */
function formatLong(format: Intl.NumberFormat, minor: bigint): string {
  const cents = (minor % 100n).toString().padStart(2, '0');
  const parts = format.formatToParts(minor / 100n);
  return parts.map(({ type, value }) => (type === 'fraction' ? cents : value)).join('');
}
