import type { Money } from '../../../connectors/acquirers/port/money.js';

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

interface StoredConflict {
  conflict: AttemptConflict | null;
  conflictAt: Date | null;
  /** The amount in the conflicting status update; null when it had none. */
  conflictMinor: number | null;
  conflictCurrency: string | null;
}

export const NO_CONFLICT: StoredConflict = { conflict: null, conflictAt: null, conflictMinor: null, conflictCurrency: null };

/** The columns of a new conflict. @param updateMoney the amount in the conflicting status update; null when it had none. */
export function conflictOf(conflict: AttemptConflict, updateMoney: Money | null, at: Date): StoredConflict {
  return { conflict, conflictAt: at, conflictMinor: updateMoney?.amountMinor ?? null, conflictCurrency: updateMoney?.currency ?? null };
}

/** Whether the poll began after the attempt's last change and conflict. An older poll may show an earlier state, so it resolves no conflict. */
export function isNewerThanAttempt({ updatedAt, conflictAt }: { updatedAt: Date; conflictAt: Date | null }, polledAt: Date): boolean {
  return polledAt > updatedAt && (conflictAt === null || polledAt > conflictAt);
}
