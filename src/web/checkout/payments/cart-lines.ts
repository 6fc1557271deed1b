import type { Locale } from '../../../common/locale.js';
import { lineTotal } from '../../../common/money/line-total.js';
import type { PayerPayment } from '../../../products/payments/checkout/payment-page.js';
import { formatMoney } from '../../pages/format-money.js';
import { formatQuantity } from '../../pages/format-quantity.js';

/** The lines of the cart, such as `1.5 × Ham`, `PLN 14.99`. The shop sends them, and they need not sum to the amount. */
export function cartLines({ cart, currency }: PayerPayment, locale: Locale): { name: string; price: string }[] {
  return cart.map(({ name, quantity, priceMinor }) => ({
    name: quantity === 1 ? name : `${formatQuantity(quantity, locale)} × ${name}`,
    price: formatMoney(lineTotal(priceMinor, quantity), locale, currency),
  }));
}
