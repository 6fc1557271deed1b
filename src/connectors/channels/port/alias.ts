import type { NotFound, ProviderData } from './attempt.js';
import type { FailureReason } from './failure-reasons.js';

/** An alias that a code was to register (see `submission.ts`). What the product kept of it goes back to the connector at each call. */
export interface StartedAlias {
  /** The name it was registered under. */
  reference: string;
  /** See `NewAlias`. */
  value: string;
  providerRef: string | null;
  data: ProviderData | null;
}

/**
 * - `pending`: the payer has not agreed yet. `unknown` is that as well
 * - `active`: an app knows the payer by it
 * - `failed`: it was never registered; the payment may have been made all the same
 * - `unregistered`, `expired`: no app knows the payer by it any more
 */
export type AliasOutcome =
  { outcome: 'pending' | 'active' | 'unregistered' | 'expired' | 'unknown' } | { outcome: 'failed'; reason: FailureReason };

/** What an acquirer says of an alias, whether it was asked or reported by itself. */
export type AliasResult = AliasOutcome & {
  providerRef: string | null;
  /** Replaces what was kept; null changes nothing. */
  data: ProviderData | null;
  /** The key of the app that knows it, which tells it from the same value in another app; null while none is known. */
  appKey: string | null;
  /** Until when the app keeps it; null when it does not say. */
  expiresAt: Date | null;
  rawCode: string | null;
};

/** What an acquirer does whose payers can be known by an alias; one without has none of it. */
export interface AliasOperations {
  askAlias(alias: StartedAlias): Promise<AliasResult | NotFound>;
  /** Repeating it is harmless. `pending` or `unknown` is asked again. */
  unregisterAlias(alias: StartedAlias): Promise<AliasResult | NotFound>;
}
