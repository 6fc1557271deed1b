import type { NextStep } from '../../../connectors/acquirers/port/next-step.js';

/** A step as read from its column, with its dates: JSON has none. */
export function parseNextStep(kept: NextStep): NextStep {
  if (kept.kind === 'waitPayer') return { ...kept, until: new Date(kept.until) };
  return kept.kind === 'display' ? { ...kept, expiresAt: new Date(kept.expiresAt) } : kept;
}
