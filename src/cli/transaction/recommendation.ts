import type { MatchedRecord } from '../products/product.js';
import type { UnmatchedRecord } from './unmatched-records.js';

/** Outcomes by their meaning: the party has no money, has it, or does not know yet. */
const NOTHING = ['refused', 'failed', 'canceled', 'expired', 'reversed', 'not_found', 'wrong_code'];
const TAKEN = ['booked', 'paid', 'authorized'];
const OPEN = ['accepted', 'pending', 'unknown'];

/** Whether the party is polled: it may have taken money that the gateway does not know. */
export function shouldPoll({ kind, outcome }: UnmatchedRecord, here: MatchedRecord | null): boolean {
  return here === null && ['charge', 'attempt', 'taken'].includes(kind) && !NOTHING.includes(outcome);
}

/**
 * What staff should do. Money is given back only when the party confirms now that it has it: a file or an old report may be about a payment that
 * the gateway knows, that was given back, or that never existed.
 * @param asked the party's answer; null when it was not polled.
 */
export function recommend(thing: UnmatchedRecord, here: MatchedRecord | null, asked: string | null): string {
  if (here) return `it is here, ${here.state}: transaction show ${here.transactionId}`;
  if (NOTHING.includes(thing.outcome)) return 'nothing: no money is there';
  if (!shouldPoll(thing, here)) return 'find what it was taken for';
  if (asked === null) return 'ask the party first: --poll';
  if (TAKEN.includes(asked)) return 'the party confirms it: give it back or keep it';
  if (NOTHING.includes(asked)) return 'give nothing back: the party has no such money';
  return OPEN.includes(asked) ? 'give nothing back yet: ask again later' : 'give nothing back yet: ask the party’s staff';
}
