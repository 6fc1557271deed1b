import type { Money } from '../../../connectors/acquirers/port/money.js';

/**
 * How a status update conflicts with what is recorded of an attempt.
 *
 * - `other_sum`: the acquirer authorized or took another amount than the recorded one
 * - `failed_after_payment`, `canceled_after_payment`, `expired_after_payment`: the acquirer took nothing, after an update that it took the money
 * - `return_other_sum`: the acquirer reversed another amount than was to be reversed
 * - `return_completed_after_failure`: the acquirer completed the reversal, after an update that the reversal failed
 * - `return_rejected_after_completion`, `return_failed_after_completion`: the reversal failed, after an update that it was completed
 */
export type AttemptConflict = 'other_sum' | `${UnpaidOutcome}_after_payment` | ReversalConflict;

export type UnpaidOutcome = 'failed' | 'canceled' | 'expired';

export type ReversalConflict =
  'return_other_sum' | 'return_completed_after_failure' | 'return_rejected_after_completion' | 'return_failed_after_completion';

interface StoredConflict {
  contradiction: AttemptConflict | null;
  contradictedAt: Date | null;
  /** The amount in the conflicting status update; null when it had none. */
  saidMinor: number | null;
  saidCurrency: string | null;
}

export const NO_CONFLICT: StoredConflict = { contradiction: null, contradictedAt: null, saidMinor: null, saidCurrency: null };

export function conflictOf(contradiction: AttemptConflict, reported: Money | null, at: Date): StoredConflict {
  return { contradiction, contradictedAt: at, saidMinor: reported?.amountMinor ?? null, saidCurrency: reported?.currency ?? null };
}

/** Whether the poll began after the attempt's last change and conflict. An older poll may show an earlier state, so it resolves no conflict. */
export function isLatest({ updatedAt, contradictedAt }: { updatedAt: Date; contradictedAt: Date | null }, polledAt: Date): boolean {
  return polledAt > updatedAt && (contradictedAt === null || polledAt > contradictedAt);
}
