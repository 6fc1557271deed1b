import type { PayerRecurring } from '../../../../products/payments/checkout/payer-mandate.js';
import { type Failure, type FailureCategory, CATEGORY_OF } from '../failure-category.js';
import type { PaymentTexts } from '../../../languages/texts.js';

/** Failures after which another code can succeed. Recurring payments have no other method. */
const NEXT_IS_ANOTHER_CODE: readonly FailureCategory[] = ['new_code', 'look_in_app'];

/** The text about a failed mandate or charge, and about what the payer can do next. */
export function recurringFailure(reason: Failure, { mandate }: PayerRecurring, t: PaymentTexts): { text: string; next: string } {
  const { notSupported, tryAgain, atShop } = t.agreement;
  const isOffered = mandate?.part === 'offered';
  if (reason === 'not_supported') return isOffered ? notSupported : { text: notSupported.text, next: atShop };
  const { text, next } = t.failure[CATEGORY_OF[reason]];
  if (!isOffered) return { text, next: atShop };
  return { text, next: NEXT_IS_ANOTHER_CODE.includes(CATEGORY_OF[reason]) ? next : tryAgain };
}
