import type { KnownThing } from '../products/product.js';
import type { UnknownThing } from './unknown-things.js';

/** Words by which no money is with the party, and those by which it is. */
const NOTHING = ['refused', 'failed', 'canceled', 'expired', 'reversed', 'not_found', 'wrong_code'];
const TAKEN = ['booked', 'paid', 'authorized'];
const OPEN = ['accepted', 'pending', 'unknown'];

/** Whether the party can be asked what became of it, and it is worth it. */
export function isWorthAsking({ kind, outcome }: UnknownThing, here: KnownThing | null): boolean {
  return here === null && ['charge', 'attempt', 'taken'].includes(kind) && !NOTHING.includes(outcome);
}

/**
 * What staff should do. Money goes back by hand only when its party, asked now, confirms that it has it: what a file or an old report says
 * may be of a payment that is here, that was given back, or that never was.
 * @param asked the party's word now; null when it was not asked.
 */
export function adviceOf(thing: UnknownThing, here: KnownThing | null, asked: string | null): string {
  if (here) return `it is here, ${here.state}: transaction show ${here.transactionId}`;
  if (NOTHING.includes(thing.outcome)) return 'nothing: no money is there';
  if (!isWorthAsking(thing, here)) return 'find what it was taken for';
  if (asked === null) return 'ask the party first: --ask';
  if (TAKEN.includes(asked)) return 'the party confirms it: give it back or keep it';
  if (NOTHING.includes(asked)) return 'give nothing back: the party has no such money';
  return OPEN.includes(asked) ? 'give nothing back yet: ask again later' : 'give nothing back yet: ask the party’s staff';
}
