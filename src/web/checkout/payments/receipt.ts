import type { Locale } from '../../../common/locale.js';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { PayerPayment } from '../../../products/payments/checkout/payment-page.js';
import type { SpriteLayout } from '../../../products/payments/payment-methods/marks/mark-sprite.js';
import { formatMoney } from '../../pages/format-money.js';
import { formatMoment } from '../../pages/format-time.js';
import { LANGUAGES } from '../../languages/languages.js';
import type { ReceiptLine } from '../shell/shell-page.js';
import { TEXTS } from '../../languages/texts.js';
import { methodMark } from './method-mark.js';
import { methodName } from './method-name.js';

interface ReceiptContext {
  locale: Locale;
  displayTimeZone: string;
  marks: SpriteLayout | null;
}

const MARK_TEMPLATE = '/web/checkout/payments/templates/mark';

/** The lines of a receipt. The shell adds the shop and the payment's number. */
export function receiptOf(view: PayerPayment, paidAt: Date, { displayTimeZone, locale, marks }: ReceiptContext): ReceiptLine[] {
  const shell = TEXTS[locale].shell.receipt;
  return [
    { label: shell.amount, value: formatMoney(view.amountMinor, locale, view.currency) },
    ...(view.currency === 'PLN' ? [] : [{ label: TEXTS[locale].payments.paid.value, value: valueInPln(view, locale) }]),
    { label: shell.date, value: formatMoment(paidAt, displayTimeZone, locale) },
    ...(view.channel ? [methodLine(view.channel, { locale, marks })] : []),
  ];
}

function methodLine(id: ChannelId, { locale, marks }: Pick<ReceiptContext, 'locale' | 'marks'>): ReceiptLine {
  const { shell, payments } = TEXTS[locale];
  return {
    label: shell.receipt.method,
    value: methodName(id, payments),
    leadingIcon: { template: MARK_TEMPLATE, data: { mark: methodMark(id, marks) } },
  };
}

/** The value of the payment in PLN with its exchange rate, such as `PLN 53.12, at 1 EUR = 4.3653 PLN`. */
export function valueInPln({ plnMinor, plnRate, currency }: PayerPayment, locale: Locale): string {
  const rate = new Intl.NumberFormat(LANGUAGES[locale].region, { maximumFractionDigits: 10 }).format(plnRate as Intl.StringNumericLiteral);
  // No-break spaces keep each number and its currency on one line.
  return TEXTS[locale].payments.value(formatMoney(plnMinor, locale), `1\u00a0${currency} = ${rate}\u00a0PLN`);
}
