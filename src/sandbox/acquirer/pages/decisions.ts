import { PAYMENT_SCENARIOS } from '../scenarios/payment-scenarios.js';
import { CAUSES } from '../scenarios/scenario.js';
import type { PaymentDecision } from '../payments/decide-payment.service.js';
import type { AcquirerTexts } from '../texts/en.js';

const CAUSES_TO_CHOOSE = Object.keys(CAUSES) as (keyof typeof CAUSES)[];
/** Scenarios that a payer can choose on the page: those that do not change the start of the payment. */
const SCENARIOS_TO_CHOOSE = PAYMENT_SCENARIOS.flatMap((scenario) => (scenario.choice ? [{ ...scenario, choice: scenario.choice }] : []));

const DECISIONS = new Set<string>([
  'confirm',
  'leave',
  'less',
  ...CAUSES_TO_CHOOSE,
  ...SCENARIOS_TO_CHOOSE.map(({ choice }) => choice),
] satisfies PaymentDecision[]);

export const isDecision = (outcome: string | null): outcome is PaymentDecision => outcome !== null && DECISIONS.has(outcome);

/** Outcomes that the page offers in addition to confirming and refusing. */
export function otherOutcomes({ causes, decide, amounts }: AcquirerTexts): { value: PaymentDecision; label: string }[] {
  return [
    ...CAUSES_TO_CHOOSE.map((value) => ({ value, label: decide.refused(causes[value]) })),
    ...SCENARIOS_TO_CHOOSE.map((scenario) => ({ value: scenario.choice, label: capitalize(amounts.story(scenario)) })),
    { value: 'less', label: decide.less },
  ];
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
