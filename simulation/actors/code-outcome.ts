import type { CodeOutcome } from '../actions/blik-action.js';
import type { Action } from '../actions/step.js';

/** The outcome of a code, or of an alias used instead, in this act. */
export function codeOutcome(act: Action): CodeOutcome {
  return act.kind === 'type a BLIK code' || act.kind === 'pay by code' || act.kind === 'pay by alias' ? act.deed : 'open';
}
