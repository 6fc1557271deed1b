import type { AttemptResult, NotFound, NotSent, ProviderData, AttemptRequest } from './attempt.js';
import type { FailureReason } from './failure-reasons.js';
import type { Money } from './money.js';
import type { NextStep } from './next-step.js';

/**
 * BLIK's models of recurring payments:
 * - `A`: charges up to a limit, at most one paid charge in each period of the frequency, without confirmation
 * - `O`: charges at any time, up to the scheme's limit of 2,000 PLN, without confirmation
 * - `M`: the payer confirms each charge
 */
export const RECURRING_MODELS = ['A', 'O', 'M'] as const;
export type RecurringModel = (typeof RECURRING_MODELS)[number];

/** Requests a mandate for later charges. `attempt` is the first payment. A setup payment has the amount 0. */
export interface MandateRequest {
  reference: string;
  attempt: AttemptRequest;
  model: RecurringModel;
  /** Six digits as text. */
  code: string;
  alias: { value: string; label: string };
  terms: MandateTerms;
  /** Up to three lines for the payer's bank, 35 characters each. */
  lines: readonly string[];
}

/** The terms that the payer consents to. null means that the terms do not restrict this property. */
export interface MandateTerms {
  /** Maximum amount of one charge, for model A. */
  limit: Money | null;
  totalLimitMinor: number | null;
  /** A number of days, weeks, months or years, such as `1M`. */
  frequency: string | null;
  firstChargeOn: Date | null;
  chargesLimit: number | null;
  expiresAt: Date | null;
}

export interface StartedMandate {
  reference: string;
  model: RecurringModel;
  aliasValue: string;
  providerRef: string | null;
  data: ProviderData | null;
}

/** For whom the gateway revokes a mandate: `payer` on a page of the gateway, or `merchant`, which is the partner or the gateway itself. */
export type RevokedFor = 'payer' | 'merchant';

/** Who revoked a mandate: the payer in the bank's app, the scheme or the bank, or the merchant's side through the acquirer. */
export type RevokedBy = 'payer' | 'scheme' | 'merchant';

/** `pending`: the payer has not confirmed yet. `unknown`: there is no response, or an unclear one. */
export type MandateOutcome =
  | { outcome: 'pending' | 'active' | 'expired' | 'unknown' }
  | { outcome: 'revoked'; by: RevokedBy }
  | { outcome: 'failed'; reason: FailureReason };

export type MandateResult = MandateOutcome & {
  providerRef: string | null;
  data: ProviderData | null;
  next: NextStep;
  /** Key of the app that has the mandate registered. null while no app is known. */
  appKey: string | null;
  rawCode: string | null;
};

export interface MandateCharge {
  /** The attempt to charge. Its reference is the idempotency key. `poll` requests the outcome of the charge. */
  attempt: AttemptRequest;
  mandate: StartedMandate;
  /** A new label for the payer's app. null keeps the label. */
  label: string | null;
  lines: readonly string[];
  /** For model M: until when the payer may confirm the charge. null for other models, which need no confirmation. */
  until: Date | null;
}

/** Operations of acquirers with recurring payments. */
export interface RecurringOperations {
  /** The result is about the mandate. The attempt of the first payment has its own outcome. */
  registerMandate(request: MandateRequest): Promise<MandateResult | NotSent>;
  chargeMandate(charge: MandateCharge): Promise<AttemptResult | NotSent>;
  pollMandate(mandate: StartedMandate): Promise<MandateResult | NotFound>;
  /** May be repeated. After `pending` or `unknown` the mandate is polled. */
  revokeMandate(mandate: StartedMandate, revokedFor: RevokedFor): Promise<MandateResult | NotFound>;
}
