import type { NotFound, ProviderData } from './attempt.js';
import type { FailureReason } from './failure-reasons.js';

/** An alias that a code has registered, or tried to (see `submission.ts`). */
export interface StartedAlias {
  /** Our name of it, which the registration used. */
  reference: string;
  /** See `NewAlias`. */
  value: string;
  providerRef: string | null;
  data: ProviderData | null;
}

/**
 * - `pending`: the payer has not agreed yet; so does `unknown` mean
 * - `active`: an app knows the payer by it
 * - `failed`: it was not registered; the payment may have been made nevertheless
 * - `unregistered`, `expired`: no app knows the payer by it any more
 */
export type AliasOutcome =
  { outcome: 'pending' | 'active' | 'unregistered' | 'expired' | 'unknown' } | { outcome: 'failed'; reason: FailureReason };

/** An acquirer's answer to a poll, or its report, about an alias. */
export type AliasResult = AliasOutcome & {
  providerRef: string | null;
  /** Replaces the stored data; null changes nothing. */
  data: ProviderData | null;
  /** Key of the app that knows it, because several apps may know the same value; null while none is known. */
  appKey: string | null;
  /** When the app forgets it; null when the acquirer does not say. */
  expiresAt: Date | null;
  rawCode: string | null;
};

/** Operations of acquirers that support aliases. */
export interface AliasOperations {
  pollAlias(alias: StartedAlias): Promise<AliasResult | NotFound>;
  /** May be repeated. After `pending` or `unknown` it is polled. */
  unregisterAlias(alias: StartedAlias): Promise<AliasResult | NotFound>;
}
