import type { Money } from '../../../connectors/channels/port/money.js';

/**
 * Where a channel's words about an attempt do not go together.
 *
 * - `other_sum`: it was to take, or said that it took, another sum than the one on record
 * - `failed_after_payment` and the like: nothing was taken, after it said that it took the money
 * - `return_other_sum`: money that is no payment's went back, and it was another sum
 * - `return_completed_after_failure`: it went back after all
 * - `return_rejected_after_completion`, `return_failed_after_completion`: it did not, after it had
 */
export type AttemptContradiction = 'other_sum' | `${Unpaid}_after_payment` | ReturnContradiction;

export type Unpaid = 'failed' | 'canceled' | 'expired';

export type ReturnContradiction =
  'return_other_sum' | 'return_completed_after_failure' | 'return_rejected_after_completion' | 'return_failed_after_completion';

interface Kept {
  contradiction: AttemptContradiction | null;
  contradictedAt: Date | null;
  /** The sum of the word that contradicts, where it said one. */
  saidMinor: number | null;
  saidCurrency: string | null;
}

export const NO_CONTRADICTION: Kept = { contradiction: null, contradictedAt: null, saidMinor: null, saidCurrency: null };

export function contradictionOf(contradiction: AttemptContradiction, said: Money | null, at: Date): Kept {
  return { contradiction, contradictedAt: at, saidMinor: said?.amountMinor ?? null, saidCurrency: said?.currency ?? null };
}

/** Whether it was said after all that is on record. An answer that was under way meanwhile settles nothing. */
export function isLatest({ updatedAt, contradictedAt }: { updatedAt: Date; contradictedAt: Date | null }, askedAt: Date): boolean {
  return askedAt > updatedAt && (contradictedAt === null || askedAt > contradictedAt);
}
