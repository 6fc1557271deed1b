/**
 * How a status update conflicts with what is recorded of an attempt.
 *
 * - `other_sum`: the acquirer authorized or captured another amount than the recorded one
 * - `failed_after_payment`, `canceled_after_payment`, `expired_after_payment`: nothing was captured, after an update that money was
 *   captured
 * - `return_other_sum`: the acquirer reversed another amount than was to be reversed
 * - `return_completed_after_failure`: the acquirer completed the reversal, after an update that the reversal failed
 * - `return_rejected_after_completion`, `return_failed_after_completion`: the reversal failed, after an update that it was completed
 */
export type AttemptConflict = 'other_sum' | `${UnpaidOutcome}_after_payment` | ReversalConflict;

export type UnpaidOutcome = 'failed' | 'canceled' | 'expired';

export type ReversalConflict =
  'return_other_sum' | 'return_completed_after_failure' | 'return_rejected_after_completion' | 'return_failed_after_completion';
