import type { CodeDeed } from '../acts/blik-act.js';
import type { Act } from '../acts/step.js';

/** The outcome of a code, or of an alias used instead, in this act. */
export function codeDeed(act: Act): CodeDeed {
  return act.kind === 'type a BLIK code' || act.kind === 'pay by code' || act.kind === 'pay by alias' ? act.deed : 'open';
}
