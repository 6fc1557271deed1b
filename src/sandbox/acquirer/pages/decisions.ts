import { CAUSES } from '../magic/story.js';
import type { Decision } from '../payments/payer-decides.service.js';

const DECISIONS = new Map<string, Decision>(
  (['confirm', 'leave', 'less', ...(Object.keys(CAUSES) as (keyof typeof CAUSES)[])] as const).map((decision) => [decision, decision]),
);

/** What else may happen, besides confirming and refusing. */
export const OTHER_OUTCOMES: readonly { value: string; label: string }[] = [
  ...Object.entries(CAUSES).map(([value, label]) => ({ value, label: `Refused: ${label}` })),
  { value: 'less', label: 'Paid, but 0.01 less than was asked for' },
];

export function decisionOf(outcome: string | null): Decision | null {
  return outcome === null ? null : (DECISIONS.get(outcome) ?? null);
}
