import type { MatchedRecord } from '../products/product.js';
import type { UnmatchedRecord } from './unmatched-records.js';

/** Outcomes by their meaning: the provider has no money, has taken the money, or has not decided yet. */
const NO_MONEY = ['refused', 'failed', 'canceled', 'expired', 'reversed', 'not_found', 'wrong_code'];
const MONEY_TAKEN = ['booked', 'paid', 'authorized'];
const UNDECIDED = ['accepted', 'pending', 'unknown'];

/** Whether the provider must be polled, because it may have taken money that is not in the ledger. */
export function shouldPoll({ kind, outcome }: UnmatchedRecord, match: MatchedRecord | null): boolean {
  return match === null && ['charge', 'attempt', 'taken'].includes(kind) && !NO_MONEY.includes(outcome);
}

/**
 * The recommendation for staff. Money is sent back only when a poll confirms that the provider has the money. A file or an old callback may
 * be about a payment that is in the ledger, that was already sent back, or that never existed.
 * @param polled the outcome of the poll, null when the provider was not polled.
 */
export function recommend(record: UnmatchedRecord, match: MatchedRecord | null, polled: string | null): string {
  if (match) return `already recorded as ${match.state}: transaction show ${match.transactionId}`;
  if (NO_MONEY.includes(record.outcome)) return 'nothing to do: the provider has no money';
  if (!shouldPoll(record, match)) return 'find the payment, charge or mandate to which it belongs';
  if (polled === null) return 'poll the provider first: --poll';
  if (MONEY_TAKEN.includes(polled)) return 'confirmed by the provider: reverse, refund or enter the money';
  if (NO_MONEY.includes(polled)) return 'do not refund: the provider has no such money';
  return UNDECIDED.includes(polled) ? 'do not refund yet: poll again later' : 'do not refund yet: ask the provider’s staff';
}
