import type { Money } from './money.js';
import type { ProviderData, StartedAttempt } from './attempt.js';

export interface RefundRequest {
  /** Idempotency key. Two refunds of the same amount have different keys. */
  reference: string;
  attempt: StartedAttempt;
  /** At most the refundable rest of the attempt. The product has reserved this amount. */
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
 * - `pending`: accepted or in progress, and polled later
 * - `completed`: refunded. Some acquirers reverse a completed refund days later, with the outcome `failed`
 * - `rejected`: the acquirer refuses (too late, already refunded, no such payment)
 * - `failed`: the acquirer tried in vain (the payer's account is closed)
 * - `unknown`: there is no response, or the connector does not understand the response. The product treats `unknown` as `pending`
 */
export type RefundOutcome = 'pending' | 'completed' | 'rejected' | 'failed' | 'unknown';

export interface RefundResult {
  outcome: RefundOutcome;
  providerRef: string | null;
  /** Replaces the stored data of the attempt. null changes nothing. */
  data: ProviderData | null;
  rawCode: string | null;
  /** The amount that the acquirer refunds, which the product compares. null when the acquirer does not send an amount. */
  money: Money | null;
}
