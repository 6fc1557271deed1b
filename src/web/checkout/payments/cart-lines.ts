import type { Locale } from '../../../common/locale.js';
import { lineTotal } from '../../../common/money/line-total.js';
import type { PaymentPage } from '../../../products/payments/checkout/payment-page.js';
import { formatMoney } from '../../pages/format-money.js';
import { formatQuantity } from '../../pages/format-quantity.js';

/** What is bought, as the payer reads it: `1.5 × Ham`, `PLN 14.99`. The lines are the shop's and need not sum to what is paid. */
export function cartLines({ cart, currency }: PaymentPage, locale: Locale): { name: string; price: string }[] {
  return cart.map(({ name, quantity, priceMinor }) => ({
    name: quantity === 1 ? name : `${formatQuantity(quantity, locale)} × ${name}`,
    price: formatMoney(lineTotal(priceMinor, quantity), locale, currency),
  }));
}
