import type { Locale } from '../../../common/locale.js';
import type { PaymentPage } from '../../../products/payments/checkout/payment-page.js';
import { formatMoney } from '../../pages/format-money.js';
import { formatMoment } from '../../pages/format-time.js';
import { REGION } from '../../pages/locale.js';
import type { ReceiptLine } from '../shell/payment-page.js';
import { SHELL_TEXTS } from '../shell/texts/texts.js';
import { methodName } from './method-name.js';
import { TEXTS } from './texts/texts.js';

/** What a payer takes away; shop and payment number stand beside it. */
export function receiptOf(view: PaymentPage, paidAt: Date, timeZone: string, locale: Locale): ReceiptLine[] {
  const shell = SHELL_TEXTS[locale].receipt;
  return [
    { label: shell.amount, value: formatMoney(view.amountMinor, locale, view.currency) },
    ...(view.currency === 'PLN' ? [] : [{ label: TEXTS[locale].paid.value, value: valueInPln(view, locale) }]),
    { label: shell.date, value: formatMoment(paidAt, timeZone, locale) },
    ...(view.channel ? [{ label: shell.method, value: methodName(view.channel, TEXTS[locale]) }] : []),
  ];
}

/** `PLN 53.12, at 1 EUR = 4.3653 PLN` */
export function valueInPln({ plnMinor, plnRate, currency }: PaymentPage, locale: Locale): string {
  const rate = new Intl.NumberFormat(REGION[locale], { maximumFractionDigits: 10 }).format(plnRate as Intl.StringNumericLiteral);
  return TEXTS[locale].value(formatMoney(plnMinor, locale), `1\u00a0${currency} = ${rate}\u00a0PLN`);
}
