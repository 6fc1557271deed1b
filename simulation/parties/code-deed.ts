import type { CodeDeed } from '../acts/blik-act.js';
import type { Act } from '../acts/step.js';

/** What becomes of a code, or of an alias in its place, in this act. */
export function codeDeed(act: Act): CodeDeed {
  return act.kind === 'type a BLIK code' || act.kind === 'pay by code' || act.kind === 'pay by alias' ? act.deed : 'open';
}
