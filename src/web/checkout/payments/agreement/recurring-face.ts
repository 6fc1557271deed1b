import type { PaymentPage } from '../../../../products/payments/checkout/payment-page.js';

/**
 * - `consent`: the payer can agree to what is offered
 * - `charge`: the payer has to confirm a charge before it is made
 * - `expecting`: the shop goes on
 * - `choose`: nothing can be done at the moment, which that page says
 */
export type RecurringFace = 'consent' | 'charge' | 'expecting' | 'choose';

/** The page of a payment for recurring ones at which nothing is under way. Nothing of it falls back to a payment that does not recur. */
export function recurringFace({ recurring, channels }: PaymentPage): RecurringFace {
  if (channels.length === 0) return 'choose';
  if (recurring?.agreement?.awaitsPayer) return 'charge';
  return recurring?.agreement?.part === 'offered' ? 'consent' : 'expecting';
}
