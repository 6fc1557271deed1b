import { CAUSE_OF_AMOUNT } from './code-scenarios.js';
import { paymentScenarioOf } from './payment-scenarios.js';
import type { ResponseMode, Step } from './scenario.js';

/** How long a payer has to confirm a charge in the bank's app. */
export const CHARGE_CONFIRM_SECONDS = 72 * 3_600;

/** The bank asks the payer before a charge of this sum, with any model. */
export const CONFIRMATION_AMOUNT_MINOR = 384_00;

/** The story of a charge, chosen by its amount: first by the sums that are refused, then as for payments at the acquirer's pages. */
export interface ChargeScenario {
  answering: ResponseMode;
  /** When the payer is not asked. */
  unasked: readonly Step[];
  /** After the payer has confirmed. */
  confirmed: readonly Step[];
}

export function chargeScenarioOf(amountMinor: number): ChargeScenario {
  const cause = CAUSE_OF_AMOUNT.get(amountMinor);
  if (cause !== undefined) {
    const refused: readonly Step[] = [{ state: 'FAILED', afterSeconds: 0, cause }];
    return { answering: 'at once', unasked: refused, confirmed: refused };
  }
  const { start, confirmed } = paymentScenarioOf(amountMinor);
  return { answering: start?.answering ?? 'at once', unasked: start?.steps ?? confirmed, confirmed };
}
