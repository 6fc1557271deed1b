import type { KnownThing } from '../products/product.js';
import type { UnknownThing } from './unknown-things.js';

/** Outcomes after which the party has no money, has it, or does not know yet. */
const NOTHING = ['refused', 'failed', 'canceled', 'expired', 'reversed', 'not_found', 'wrong_code'];
const TAKEN = ['booked', 'paid', 'authorized'];
const OPEN = ['accepted', 'pending', 'unknown'];

/** Whether the party is asked: it may have money of something that is not here. */
export function isWorthAsking({ kind, outcome }: UnknownThing, here: KnownThing | null): boolean {
  return here === null && ['charge', 'attempt', 'taken'].includes(kind) && !NOTHING.includes(outcome);
}

/**
 * What staff should do. Money is given back by hand only when the party confirms, now, that it has it: a file or an old report may be about
 * a payment that is here, was given back, or never was.
 * @param asked the party's answer; null when it was not asked.
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
