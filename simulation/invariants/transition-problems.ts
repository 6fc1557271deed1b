import type { AcquirerAttempt } from '../model/online-payment.js';
import type { OperatorCharge } from '../model/direct-billing-sale.js';
import type { Refund } from '../model/refund.js';
import type { HistoryRow } from './observations.js';

const MINUTE_MS = 60_000;
/**
 * By docs/decisions/0012-keep-polling-a-charge-that-is-not-found.md, `not_found` is final only this long after the request: `sent` applies
 * to a record in the state `sent`, `later` to any other state.
 */
const NOT_FOUND_FINAL_AFTER_MS = { sent: 5 * MINUTE_MS, later: 24 * 60 * MINUTE_MS };

/** Outcomes that justify the state of a charge. One of them must have been reported. States that are left out need none. */
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

/** Outcomes that justify the state of an attempt. Outcomes of reversals begin with `refund`. */
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

/** Outcomes that justify the state of a refund. */
const REFUND_OUTCOMES: Record<string, readonly string[]> = {
  refund_completed: ['refund completed'],
  refund_rejected: ['refund rejected'],
  refund_failed: ['refund failed'],
};

/** Reasons for which the gateway closes an attempt without a status update. */
const REASONS_WITHOUT_UPDATE = ['never_heard_of', 'too_many_codes'];

/** @returns why the operator's status updates do not justify the transition; null when they do. */
export function chargeTransitionProblem({ reportedOutcomes, startedAt }: OperatorCharge, row: HistoryRow): string | null {
  return missingOutcome(reportedOutcomes, CHARGE_OUTCOMES, row) ?? earlyNotFound(startedAt, row);
}

export function attemptTransitionProblem({ reportedOutcomes, startedAt, requested }: AcquirerAttempt, row: HistoryRow): string | null {
  // The attempt of a setup payment follows the mandate, which has checks of its own.
  if (requested.amount === 0) return null;
  if (REASONS_WITHOUT_UPDATE.includes(row.reason)) return null;
  return missingOutcome(reportedOutcomes, ATTEMPT_OUTCOMES, row) ?? earlyNotFound(startedAt, row);
}

export function refundTransitionProblem({ reportedOutcomes }: Refund, row: HistoryRow): string | null {
  return missingOutcome(reportedOutcomes, REFUND_OUTCOMES, row);
}

function missingOutcome(
  reportedOutcomes: ReadonlySet<string>,
  outcomesByState: Record<string, readonly string[]>,
  { to }: HistoryRow,
): string | null {
  const sufficientOutcomes = outcomesByState[to];
  return !sufficientOutcomes || sufficientOutcomes.some((outcome) => reportedOutcomes.has(outcome))
    ? null
    : `no status update was ${sufficientOutcomes.join(' or ')}`;
}

function earlyNotFound(startedAt: Date, { from, to, at }: HistoryRow): string | null {
  if (to !== 'not_found') return null;
  const finalAfterMs = from === 'sent' ? NOT_FOUND_FINAL_AFTER_MS.sent : NOT_FOUND_FINAL_AFTER_MS.later;
  return at.getTime() - startedAt.getTime() < finalAfterMs ? '`not_found` was treated as final too early' : null;
}
