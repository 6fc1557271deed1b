import { CAUSE_OF_AMOUNT } from './code-stories.js';
import { paymentStoryOf } from './payment-stories.js';
import type { Answering, Step } from './story.js';

/** How long a payer has to confirm a charge in the bank's app. */
export const CHARGE_CONFIRM_SECONDS = 72 * 3_600;

/** The bank asks the payer before a charge of this sum, whatever the model. */
export const ASKED_AMOUNT_MINOR = 384_00;

/** What becomes of a charge, by its amount: first by the sums that refuse, then by the last two digits. */
export interface ChargeStory {
  answering: Answering;
  /** Without the payer. */
  unasked: readonly Step[];
  /** Once the payer confirmed. */
  confirmed: readonly Step[];
}

export function chargeStoryOf(amountMinor: number): ChargeStory {
  const cause = CAUSE_OF_AMOUNT.get(amountMinor);
  if (cause !== undefined) {
    const refused: readonly Step[] = [{ state: 'FAILED', afterSeconds: 0, cause }];
    return { answering: 'at once', unasked: refused, confirmed: refused };
  }
  const { start, confirmed } = paymentStoryOf(amountMinor);
  return { answering: start?.answering ?? 'at once', unasked: start?.steps ?? confirmed, confirmed };
}
