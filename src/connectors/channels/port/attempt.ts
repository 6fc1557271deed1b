import type { ChannelId } from '../catalogue/channel-ids.js';
import type { FailureReason } from './failure-reasons.js';
import type { Money } from './money.js';
import type { NextStep } from './next-step.js';
import type { Payer } from './payer.js';

/** One try of one channel. What the product kept of it goes back to the connector at each call. */
export interface StartAttempt {
  /** See `reference.ts`: sending the same one twice is one attempt. */
  reference: string;
  channel: ChannelId;
  money: Money;
  /** Who sells, by the name that payers know: the acquirer may serve many of the gateway's partners. */
  seller: string;
  /** At most 64 characters, shown to the payer. */
  description: string;
  payer: Payer;
  /** Where the acquirer's page sends the payer back to, whatever happened there. It proves nothing. */
  returnUrl: string;
  reportUrl: string;
  /** The acquirer should not take the money later than this; whether it keeps to that is never certain. */
  expiresAt: Date;
}

/** An attempt that was started before. */
export interface StartedAttempt {
  reference: string;
  channel: ChannelId;
  money: Money;
  /** From the latest result that had one; null while the acquirer has named none. */
  providerRef: string | null;
  /** From the latest result that had some. */
  data: ProviderData | null;
}

/** Whatever else a connector wants to get back at the next call (a capture, an order, a token). Opaque to the product; no secrets, no personal data. */
export type ProviderData = Readonly<Record<string, string>>;

/**
 * - `pending`: under way
 * - `authorized`: the payer did everything; `settle` takes the money
 * - `paid`: the money is the gateway's
 * - `failed`, `canceled`, `expired`: nothing will be taken. The acquirer said so in its own clear words
 * - `unknown`: it said nothing that can be understood. To the product this is `pending`
 */
export type AttemptOutcome =
  { outcome: 'pending' | 'authorized' | 'paid' | 'canceled' | 'expired' | 'unknown' } | { outcome: 'failed'; reason: FailureReason };

/** What an acquirer says of an attempt, whether it was told, asked or reported by itself. */
export type AttemptResult = AttemptOutcome & {
  providerRef: string | null;
  /** Replaces what was kept; null changes nothing. */
  data: ProviderData | null;
  next: NextStep;
  /** The code or alias that this is said of, when the acquirer knows them apart. */
  submission: string | null;
  /** The acquirer's own word for the outcome, for staff. */
  rawCode: string | null;
  /** What it says it took or is about to take; null when it does not say. The product compares. */
  money: Money | null;
};

/** There was no connection, so the acquirer cannot have seen it and never will: it may be sent again, elsewhere too. */
export interface NotSent {
  outcome: 'not_sent';
}

/** The acquirer says that it does not know the reference. Whether it still can, as the call may be on its way, the product judges. */
export interface NotFound {
  outcome: 'not_found';
}
