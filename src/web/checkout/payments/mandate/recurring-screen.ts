import type { PayerPayment } from '../../../../products/payments/checkout/payment-page.js';

/**
 * - `consent`: the payer can agree to the offered mandate
 * - `charge`: the payer has to confirm a charge before it is made
 * - `expecting`: the shop has to act next
 * - `choose`: no channel can be used at the moment, which that page says
 */
export type RecurringScreen = 'consent' | 'charge' | 'expecting' | 'choose';

/** The page of a recurring payment without an attempt under way. It never offers to pay without the mandate. */
export function recurringScreen({ recurring, channels }: PayerPayment): RecurringScreen {
  if (channels.length === 0) return 'choose';
  if (recurring?.mandate?.awaitsPayer) return 'charge';
  return recurring?.mandate?.part === 'offered' ? 'consent' : 'expecting';
}
