import { formatAmount } from '../../common/money/amount.js';
import type { Locale } from './locale.js';

const REGION: Record<Locale, string> = { pl: 'pl-PL', en: 'en-GB' };

/** `9,99 zł` or `PLN 9.99`. The number reaches the formatter as decimal text, so no digit passes through floating point. */
export function formatMoney(minor: number, locale: Locale, currency = 'PLN'): string {
  const format = new Intl.NumberFormat(REGION[locale], {
    style: 'currency',
    currency,
    currencyDisplay: locale === 'pl' ? 'symbol' : 'code',
  });
  return format.format(formatAmount(minor) as Intl.StringNumericLiteral);
}
