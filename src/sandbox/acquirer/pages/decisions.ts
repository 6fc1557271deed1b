import { PAYMENT_SCENARIOS } from '../scenarios/payment-scenarios.js';
import { CAUSES } from '../scenarios/scenario.js';
import type { PaymentDecision } from '../payments/decide-payment.service.js';
import type { AcquirerTexts } from '../texts/en.js';

const CAUSES_TO_CHOOSE = Object.keys(CAUSES) as (keyof typeof CAUSES)[];
/** Of the amounts, those that do not concern the start. */
const STORIES_TO_CHOOSE = PAYMENT_SCENARIOS.flatMap((story) => (story.choice ? [{ ...story, choice: story.choice }] : []));

const DECISIONS = new Set<string>([
  'confirm',
  'leave',
  'less',
  ...CAUSES_TO_CHOOSE,
  ...STORIES_TO_CHOOSE.map(({ choice }) => choice),
] satisfies PaymentDecision[]);

export const isDecision = (outcome: string | null): outcome is PaymentDecision => outcome !== null && DECISIONS.has(outcome);

/** Outcomes to choose on the page, besides confirming and refusing. */
export function otherOutcomes({ causes, decide, amounts }: AcquirerTexts): { value: PaymentDecision; label: string }[] {
  return [
    ...CAUSES_TO_CHOOSE.map((value) => ({ value, label: decide.refused(causes[value]) })),
    ...STORIES_TO_CHOOSE.map((story) => ({ value: story.choice, label: capitalized(amounts.story(story)) })),
    { value: 'less', label: decide.less },
  ];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
