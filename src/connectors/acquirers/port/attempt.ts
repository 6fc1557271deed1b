import type { ChannelId } from '../catalogue/channel-ids.js';
import type { FailureReason } from './failure-reasons.js';
import type { Money } from './money.js';
import type { NextStep } from './next-step.js';
import type { PayerField } from '../catalogue/channel.js';

/** The known data of the payer. Only the fields that the channel requires are always present: any other field may be null. */
export type Payer = Readonly<Record<PayerField, string | null>>;

/** A new attempt at one channel. */
export interface AttemptRequest {
  /** The gateway's id of the attempt, in the form of `common/reference.ts`. The same reference sent twice makes one attempt. */
  reference: string;
  channel: ChannelId;
  money: Money;
  /** The seller's name that payers see: one account may serve many partners. */
  seller: string;
  /** At most 64 characters, shown to the payer. */
  description: string;
  payer: Payer;
  /** Where the acquirer's page sends the payer afterwards, with any outcome. A returning payer has not necessarily paid. */
  returnUrl: string;
  callbackUrl: string;
  /** The acquirer should not take the money after this time, but an acquirer may do so nevertheless. */
  expiresAt: Date;
}

/** An attempt that was started before, with the data that the product has stored. */
export interface StartedAttempt {
  reference: string;
  channel: ChannelId;
  money: Money;
  /** The acquirer's reference, from the latest result that had a reference. null before the first such result. */
  providerRef: string | null;
  /** The connector's data from the latest result that had data. null before the first such result. */
  data: ProviderData | null;
}

/** Data that a connector needs for later requests, such as the id of an order. Opaque to the product. No secrets, no personal data. */
export type ProviderData = Readonly<Record<string, string>>;

/**
 * - `pending`: in progress
 * - `authorized`: the payer has confirmed the payment, and `capture` takes the money
 * - `paid`: the money was taken
 * - `failed`, `canceled`, `expired`: the acquirer has stated explicitly that it will take no money
 * - `unknown`: there is no response, or the connector does not understand the response. The product treats `unknown` as `pending`
 */
export type AttemptOutcome =
  { outcome: 'pending' | 'authorized' | 'paid' | 'canceled' | 'expired' | 'unknown' } | { outcome: 'failed'; reason: FailureReason };

/** A status update about an attempt, from a response, a poll or a callback. */
export type AttemptResult = AttemptOutcome & {
  providerRef: string | null;
  /** Replaces the stored data. null changes nothing. */
  data: ProviderData | null;
  next: NextStep;
  /** Reference of the code or alias that the result is about. null when the acquirer names no code or alias. */
  submission: string | null;
  /** The acquirer's own code for the outcome, for staff. */
  rawCode: string | null;
  /** The amount that the acquirer took or will take, which the product compares. null when the acquirer does not send an amount. */
  money: Money | null;
};

/** There was no connection, so the acquirer will never receive the request. The request may be sent again, also to another acquirer. */
export interface NotSent {
  outcome: 'not_sent';
}

/** The acquirer does not know the reference. The product decides whether an earlier request may still arrive. */
export interface NotFound {
  outcome: 'not_found';
}
