import type { Money } from '../../../connectors/acquirers/port/money.js';

/**
 * How a channel's status reports about an attempt contradict each other.
 *
 * - `other_sum`: it authorized or took another sum than the one on record
 * - `failed_after_payment` and the like: it says that nothing was taken, after it said that it took the money
 * - `return_other_sum`: it returned another sum than the unmatched funds
 * - `return_completed_after_failure`: it returned them after it had said that it did not
 * - `return_rejected_after_completion`, `return_failed_after_completion`: it did not, after it had said that it did
 */
export type AttemptConflict = 'other_sum' | `${UnpaidOutcome}_after_payment` | ReversalConflict;

export type UnpaidOutcome = 'failed' | 'canceled' | 'expired';

export type ReversalConflict =
  'return_other_sum' | 'return_completed_after_failure' | 'return_rejected_after_completion' | 'return_failed_after_completion';

interface Kept {
  contradiction: AttemptConflict | null;
  contradictedAt: Date | null;
  /** The sum that the contradicting report named, if any. */
  saidMinor: number | null;
  saidCurrency: string | null;
}

export const NO_CONFLICT: Kept = { contradiction: null, contradictedAt: null, saidMinor: null, saidCurrency: null };

export function conflictOf(contradiction: AttemptConflict, said: Money | null, at: Date): Kept {
  return { contradiction, contradictedAt: at, saidMinor: said?.amountMinor ?? null, saidCurrency: said?.currency ?? null };
}

/** Whether the poll began after all that is on record. An older answer may describe the state before, so it settles nothing. */
export function isLatest({ updatedAt, contradictedAt }: { updatedAt: Date; contradictedAt: Date | null }, polledAt: Date): boolean {
  return polledAt > updatedAt && (contradictedAt === null || polledAt > contradictedAt);
}
