import { formatAmount } from '../../../common/money/amount.js';
import { CONFIRMATION_AMOUNT_MINOR } from './charge-scenarios.js';
import { CAUSE_OF_AMOUNT } from './code-scenarios.js';
import { type PaymentScenario, paymentScenarioOf } from './payment-scenarios.js';
import { refundScenarioOf } from './refund-scenarios.js';

/** Where an amount occurs: a payment at the acquirer's page, by a BLIK code or under a mandate, or a refund. */
export type AmountContext = 'page' | 'code' | 'charge' | 'refund';

/** Texts about the outcome that an amount chooses. The log and the tables use English texts. */
export interface AmountTexts {
  means: (amount: string, outcome: string) => string;
  refused: (cause: string) => string;
  refusedCode: (cause: string) => string;
  asked: string;
  story: (scenario: Pick<PaymentScenario, 'outcome'>) => string;
}

export const ENGLISH_AMOUNTS: AmountTexts = {
  means: (amount, outcome) => `the amount ${amount} means: ${outcome}`,
  refused: (cause) => `refused: ${cause}`,
  refusedCode: (cause) => `refused (${cause}) with a BLIK code 777xxx`,
  asked: 'the bank asks the payer, with any model',
  story: ({ outcome }) => outcome,
};

/** The sentence about an amount in minor units, such as `the amount 777.91 means: refused: no funds`. Null when the amount chooses nothing. */
export function describeAmountOutcome(context: AmountContext, amountMinor: number, t: AmountTexts = ENGLISH_AMOUNTS): string | null {
  const outcome = outcomeOf(context, amountMinor, t);
  return outcome === null ? null : t.means(formatAmount(amountMinor), outcome);
}

function outcomeOf(context: AmountContext, amountMinor: number, t: AmountTexts): string | null {
  const cause = CAUSE_OF_AMOUNT.get(amountMinor);
  if (context === 'code') return cause === undefined ? null : t.refusedCode(cause);
  if (context === 'charge' && cause !== undefined) return t.refused(cause);
  if (context === 'charge' && amountMinor === CONFIRMATION_AMOUNT_MINOR) return t.asked;
  if (context === 'refund') return outcomeOfRefund(amountMinor, t);
  const scenario = paymentScenarioOf(amountMinor);
  return scenario.amountMinor === null ? null : t.story(scenario);
}

function outcomeOfRefund(amountMinor: number, t: AmountTexts): string | null {
  const scenario = refundScenarioOf(amountMinor);
  return scenario.amountMinor === null ? null : t.story(scenario);
}
