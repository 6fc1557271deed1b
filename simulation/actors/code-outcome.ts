import type { CodeOutcome } from '../actions/blik-action.js';
import type { Action } from '../actions/step.js';

/** The outcome of a code, or of an alias used instead, in this action. */
export function codeOutcome(action: Action): CodeOutcome {
  return action.kind === 'type a BLIK code' || action.kind === 'pay by code' || action.kind === 'pay by alias' ? action.decision : 'open';
}
