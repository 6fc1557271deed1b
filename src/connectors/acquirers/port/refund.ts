import type { Money } from './money.js';
import type { ProviderData, StartedAttempt } from './attempt.js';

export interface RefundRequest {
  /** Idempotency key; two refunds of the same sum have different ones. */
  reference: string;
  attempt: StartedAttempt;
  /** At most what is left of the attempt; the product has reserved it. */
  money: Money;
  reason: string | null;
}

export interface StartedRefund {
  reference: string;
  attempt: StartedAttempt;
  money: Money;
  providerRef: string | null;
}

/**
 * - `pending`: accepted or under way; polled later
 * - `completed`: given back. Some acquirers revoke that days later, with a later `failed`
 * - `rejected`: the acquirer refuses (too late, already refunded, no such payment)
 * - `failed`: tried, but not possible (the payer's account is closed)
 * - `unknown`: the answer cannot be understood. The product treats it as `pending`
 */
export type RefundOutcome = 'pending' | 'completed' | 'rejected' | 'failed' | 'unknown';

export interface RefundResult {
  outcome: RefundOutcome;
  providerRef: string | null;
  /** For the attempt; null changes nothing. */
  data: ProviderData | null;
  rawCode: string | null;
  /** The sum that the acquirer gives back; null when it does not say. The product compares it. */
  money: Money | null;
}
