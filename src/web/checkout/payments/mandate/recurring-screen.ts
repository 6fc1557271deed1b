import type { PayerPayment } from '../../../../products/payments/checkout/payment-page.js';

/**
 * - `consent`: the payer can accept the offered mandate
 * - `charge`: the payer has to confirm a charge first
 * - `expecting`: the shop has to act next
 * - `choose`: the page says that no channel can be used at the moment
 */
export type RecurringScreen = 'consent' | 'charge' | 'expecting' | 'choose';

/** The screen of a recurring payment without a pending attempt. It never offers a payment without the mandate. */
export function recurringScreen({ recurring, channels }: PayerPayment): RecurringScreen {
  if (channels.length === 0) return 'choose';
  if (recurring?.mandate?.awaitsPayer) return 'charge';
  return recurring?.mandate?.part === 'offered' ? 'consent' : 'expecting';
}
