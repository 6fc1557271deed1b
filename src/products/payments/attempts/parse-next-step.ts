import type { NextStep } from '../../../connectors/acquirers/port/next-step.js';

/** Parses a next step from its column. Its dates are text there, because JSON has no dates. */
export function parseNextStep(stored: NextStep): NextStep {
  if (stored.kind === 'waitPayer') return { ...stored, until: new Date(stored.until) };
  return stored.kind === 'display' ? { ...stored, expiresAt: new Date(stored.expiresAt) } : stored;
}
