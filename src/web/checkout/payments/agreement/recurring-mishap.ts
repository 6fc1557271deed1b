import type { PayerRecurring } from '../../../../products/payments/checkout/payer-agreement.js';
import { type Failure, type FailureGroup, GROUP_OF } from '../failure-group.js';
import type { PaymentTexts } from '../texts/texts.en.js';

/** Problems that only the shop or another code can solve: there is no other method to fall back to. */
const NEXT_IS_ANOTHER_CODE: readonly FailureGroup[] = ['new_code', 'look_in_app'];

/** Why an agreement was not made, or a charge under one, and what can be done about it where a payment recurs. */
export function recurringMishap(reason: Failure, { agreement }: PayerRecurring, t: PaymentTexts): { text: string; next: string } {
  const { notSupported, tryAgain, atShop } = t.agreement;
  const isOffered = agreement?.part === 'offered';
  if (reason === 'not_supported') return isOffered ? notSupported : { text: notSupported.text, next: atShop };
  const { text, next } = t.failure[GROUP_OF[reason]];
  if (!isOffered) return { text, next: atShop };
  return { text, next: NEXT_IS_ANOTHER_CODE.includes(GROUP_OF[reason]) ? next : tryAgain };
}
