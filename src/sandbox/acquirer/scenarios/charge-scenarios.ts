import { CAUSE_OF_AMOUNT } from './code-scenarios.js';
import { paymentScenarioOf } from './payment-scenarios.js';
import type { ResponseMode, Step } from './scenario.js';

/** How long a payer has to confirm a charge in the bank's app. */
export const CHARGE_CONFIRM_SECONDS = 72 * 3_600;

/** The bank asks the payer before a charge of exactly this amount, with any model. */
export const CONFIRMATION_AMOUNT_MINOR = 384_00;

/**
 * The scenario of a charge, chosen by its amount. Amounts that are refused with a BLIK code 777xxx are refused here, too.
 * Other amounts choose the same scenarios as payments on the acquirer's pages.
 */
export interface ChargeScenario {
  /** When the charge request gets its response. */
  responseMode: ResponseMode;
  /** Steps when the app does not ask the payer. */
  withoutConfirmation: readonly Step[];
  /** Steps after the payer has confirmed. */
  confirmed: readonly Step[];
}

export function chargeScenarioOf(amountMinor: number): ChargeScenario {
  const cause = CAUSE_OF_AMOUNT.get(amountMinor);
  if (cause !== undefined) {
    const failure: readonly Step[] = [{ state: 'FAILED', afterSeconds: 0, cause }];
    return { responseMode: 'immediately', withoutConfirmation: failure, confirmed: failure };
  }
  const { start, confirmed } = paymentScenarioOf(amountMinor);
  return { responseMode: start?.responseMode ?? 'immediately', withoutConfirmation: start?.steps ?? confirmed, confirmed };
}
