import type { NotFound, ProviderData } from './attempt.js';
import type { FailureReason } from './failure-reasons.js';

/** An alias whose registration was requested together with a code (see `submission.ts`). */
export interface StartedAlias {
  /** The gateway's reference of the alias, sent with the registration. */
  reference: string;
  /** The `value` of `NewAlias` in `submission.ts`. */
  value: string;
  providerRef: string | null;
  data: ProviderData | null;
}

/**
 * - `pending`: the payer has not confirmed yet
 * - `unknown`: there is no response, or the connector does not understand the response
 * - `active`: an app has the alias registered
 * - `failed`: the alias was not registered. The payment may have been made nevertheless
 * - `unregistered`, `expired`: no app has the alias registered any more
 */
export type AliasOutcome =
  { outcome: 'pending' | 'active' | 'unregistered' | 'expired' | 'unknown' } | { outcome: 'failed'; reason: FailureReason };

/** A status update about an alias, from a poll or a callback. */
export type AliasResult = AliasOutcome & {
  providerRef: string | null;
  /** Replaces the stored data. null changes nothing. */
  data: ProviderData | null;
  /** Key of the app that has the alias registered: several apps may have the same value. null while no app is known. */
  appKey: string | null;
  /** When the registration in the app ends. null when the acquirer does not send the time. */
  expiresAt: Date | null;
  rawCode: string | null;
};

/** Operations of acquirers that support aliases. */
export interface AliasOperations {
  pollAlias(alias: StartedAlias): Promise<AliasResult | NotFound>;
  /** May be repeated. After `pending` or `unknown` the alias is polled. */
  unregisterAlias(alias: StartedAlias): Promise<AliasResult | NotFound>;
}
