import type { ChannelId } from '../catalogue/channel-ids.js';
import type { FailureReason } from './failure-reasons.js';
import type { Money } from './money.js';
import type { NextStep } from './next-step.js';
import type { Payer } from './payer.js';

/** A new attempt at one channel. */
export interface AttemptRequest {
  /** See `reference.ts`. Sending the same one twice makes one attempt. */
  reference: string;
  channel: ChannelId;
  money: Money;
  /** The seller's name for payers: one account may serve many partners. */
  seller: string;
  /** At most 64 characters, shown to the payer. */
  description: string;
  payer: Payer;
  /** Where the acquirer's page sends the payer afterwards, with any outcome. A payer who comes back has not necessarily paid. */
  returnUrl: string;
  callbackUrl: string;
  /** The acquirer should not take the money later than this, but may not keep to it. */
  expiresAt: Date;
}

/** An attempt that was started before, with what the product has stored of it. */
export interface StartedAttempt {
  reference: string;
  channel: ChannelId;
  money: Money;
  /** The acquirer's reference, from the latest result that had one; null while there is none. */
  providerRef: string | null;
  /** From the latest result that had data. */
  data: ProviderData | null;
}

/** Data that a connector needs again at the next call (ids of a capture, an order). Opaque to the product; no secrets, no personal data. */
export type ProviderData = Readonly<Record<string, string>>;

/**
 * - `pending`: under way
 * - `authorized`: the payer has agreed; `capture` takes the money
 * - `paid`: the money was taken
 * - `failed`, `canceled`, `expired`: nothing will be taken, as the acquirer has said explicitly
 * - `unknown`: the answer cannot be understood. The product treats it as `pending`
 */
export type AttemptOutcome =
  { outcome: 'pending' | 'authorized' | 'paid' | 'canceled' | 'expired' | 'unknown' } | { outcome: 'failed'; reason: FailureReason };

/** An acquirer's answer or report about an attempt. */
export type AttemptResult = AttemptOutcome & {
  providerRef: string | null;
  /** Replaces the stored data; null changes nothing. */
  data: ProviderData | null;
  next: NextStep;
  /** Reference of the code or alias that the result is about, when the acquirer says so. */
  submission: string | null;
  /** The acquirer's own code for the outcome, for staff. */
  rawCode: string | null;
  /** The sum that the acquirer took or will take; null when it does not say. The product compares it. */
  money: Money | null;
};

/** There was no connection, so the acquirer has not received the call and never will: it may be sent again, also elsewhere. */
export interface NotSent {
  outcome: 'not_sent';
}

/** The acquirer does not know the reference. The product decides whether a call may still be on its way. */
export interface NotFound {
  outcome: 'not_found';
}
