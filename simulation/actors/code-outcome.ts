import type { CodeOutcome } from '../actions/blik-action.js';
import type { Action } from '../actions/step.js';

/** The outcome of the payment by code or alias in this action; `open` for any other action. */
export function codeOutcome(action: Action): CodeOutcome {
  return action.kind === 'enter a BLIK code' || action.kind === 'pay by code' || action.kind === 'pay by alias' ? action.decision : 'open';
}
