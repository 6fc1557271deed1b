import type { AcquirerAttempt } from '../model/online-payment.js';
import type { OperatorCharge } from '../model/direct-billing-sale.js';
import type { Refund } from '../model/refund.js';
import type { HistoryRow } from './observations.js';

const MINUTE = 60_000;
/** How long an operator or an acquirer must answer `not_found` before that is final, by the decision records. */
const NOT_FOUND_AFTER = { sent: 5 * MINUTE, later: 24 * 60 * MINUTE };

/** The reports that allow a charge to enter a state; one of them must have arrived. */
const CHARGE_OUTCOMES: Record<string, readonly string[]> = {
  accepted: ['accepted'],
  booked: ['booked'],
  refused: ['refused'],
  wrong_code: ['wrong_code'],
  not_sent: ['not_sent'],
  not_found: ['not_found'],
  in_doubt: ['accepted', 'pending'],
  reversal_due: ['booked'],
  reversed: ['reversed'],
};

const ATTEMPT_OUTCOMES: Record<string, readonly string[]> = {
  authorized: ['authorized'],
  paid: ['paid'],
  held: ['paid'],
  failed: ['failed'],
  canceled: ['canceled'],
  expired: ['expired'],
  not_sent: ['not_sent'],
  not_found: ['not_found'],
  return_due: ['paid'],
  returned: ['refund completed'],
  suspense: ['paid'],
};

const REFUND_OUTCOMES: Record<string, readonly string[]> = {
  refund_completed: ['refund completed'],
  refund_rejected: ['refund rejected'],
  refund_failed: ['refund failed'],
};

/** Reasons for which the gateway ends a charge without a report. */
const BY_ITSELF = ['never_heard_of', 'too_many_codes'];

/** Why a charge must not be in its state; null when the operator's reports justify it. */
export function chargeUnjustified({ reportedOutcomes, startedAt }: OperatorCharge, row: HistoryRow): string | null {
  return unheard(reportedOutcomes, CHARGE_OUTCOMES, row) ?? tooEarly(startedAt, row);
}

export function attemptUnjustified({ reportedOutcomes, startedAt, requested }: AcquirerAttempt, row: HistoryRow): string | null {
  // An attempt of 0 only asks for a mandate, and follows the mandate.
  if (requested.amount === 0) return null;
  if (BY_ITSELF.includes(row.reason)) return null;
  return unheard(reportedOutcomes, ATTEMPT_OUTCOMES, row) ?? tooEarly(startedAt, row);
}

export function refundUnjustified({ reportedOutcomes }: Refund, row: HistoryRow): string | null {
  return unheard(reportedOutcomes, REFUND_OUTCOMES, row);
}

function unheard(said: ReadonlySet<string>, words: Record<string, readonly string[]>, { to }: HistoryRow): string | null {
  const needed = words[to];
  return !needed || needed.some((word) => said.has(word)) ? null : `no report said ${needed.join(' or ')}`;
}

function tooEarly(begunAt: Date, { from, to, at }: HistoryRow): string | null {
  if (to !== 'not_found') return null;
  const after = from === 'sent' ? NOT_FOUND_AFTER.sent : NOT_FOUND_AFTER.later;
  return at.getTime() - begunAt.getTime() < after ? 'its not being known is believed too early' : null;
}
