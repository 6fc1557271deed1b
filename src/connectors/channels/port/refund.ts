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
 * - `pending`: accepted or under way; asked again later
 * - `completed`: given back. Some acquirers take that back days later, which is a later `failed`
 * - `rejected`: the acquirer does not do it (too late, already refunded, no such payment)
 * - `failed`: tried and not possible (the payer's account is closed)
 * - `unknown`: it said nothing that can be understood. To the product this is `pending`
 */
export type RefundOutcome = 'pending' | 'completed' | 'rejected' | 'failed' | 'unknown';

export interface RefundResult {
  outcome: RefundOutcome;
  providerRef: string | null;
  /** For the attempt; null changes nothing. */
  data: ProviderData | null;
  rawCode: string | null;
  /** What it says it gave or gives back; null when it does not say. The product compares. */
  money: Money | null;
}
