import { formatAmount } from '../../common/money/amount.js';
import type { Locale } from '../../common/locale.js';
import { REGION } from './locale.js';

/** `9,99 zł`, `PLN 9.99`, `9,99 PLN`. The number reaches the formatter as decimal text, so no digit passes through floating point. */
export function formatMoney(minor: number, locale: Locale, currency = 'PLN'): string {
  const format = new Intl.NumberFormat(REGION[locale], {
    style: 'currency',
    currency,
    currencyDisplay: locale === 'pl' ? 'symbol' : 'code',
  });
  // Some languages group with narrow spaces that do not break either; one kind is enough for whoever copies an amount.
  return format.format(formatAmount(minor) as Intl.StringNumericLiteral).replaceAll('\u202f', '\u00a0');
}
