import type { AttemptResult, NotFound, NotSent, ProviderData, AttemptRequest } from './attempt.js';
import type { FailureReason } from './failure-reasons.js';
import type { Money } from './money.js';
import type { NextStep } from './next-step.js';

/** A: fixed sum and rhythm, charged unasked. O: any sum up to a limit, charged unasked. M: the payer confirms each charge. */
export const RECURRING_MODELS = ['A', 'O', 'M'] as const;
export type RecurringModel = (typeof RECURRING_MODELS)[number];

/** A request for the payer's mandate for later charges. `attempt` is the first payment, with amount 0 when there is none. */
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

export interface MandateTerms {
  /** Sum of each charge; A only. */
  limit: Money | null;
  totalLimitMinor: number | null;
  /** `1M`: a number of days, weeks, months or years. */
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

/** On whose wish the gateway ends a mandate: the payer's, who said so on its page, or its own and its partner's. */
export type RevokedFor = 'payer' | 'merchant';

/** Who ended a mandate: the payer in the bank's app, the scheme or the bank, or the merchant's side through the acquirer. */
export type RevokedBy = 'payer' | 'scheme' | 'merchant';

/** `pending` and `unknown`: the payer has not agreed yet. */
export type MandateOutcome =
  | { outcome: 'pending' | 'active' | 'expired' | 'unknown' }
  | { outcome: 'revoked'; by: RevokedBy }
  | { outcome: 'failed'; reason: FailureReason };

export type MandateResult = MandateOutcome & {
  providerRef: string | null;
  data: ProviderData | null;
  next: NextStep;
  /** The key of the app that holds it; null while none is known. */
  appKey: string | null;
  rawCode: string | null;
};

export interface MandateCharge {
  /** The attempt to charge; its reference is the idempotency key, and `poll` asks for its outcome. */
  attempt: AttemptRequest;
  mandate: StartedMandate;
  /** A new label for the payer's app. */
  label: string | null;
  lines: readonly string[];
  /** M: how long the payer may take. */
  until: Date | null;
}

/** Operations of acquirers with recurring payments. */
export interface RecurringOperations {
  /** The first payment, if any, has its own outcome, that of its attempt. */
  registerMandate(request: MandateRequest): Promise<MandateResult | NotSent>;
  chargeMandate(charge: MandateCharge): Promise<AttemptResult | NotSent>;
  pollMandate(mandate: StartedMandate): Promise<MandateResult | NotFound>;
  /** May be repeated. After `pending` or `unknown` it is polled. */
  revokeMandate(mandate: StartedMandate, wish: RevokedFor): Promise<MandateResult | NotFound>;
}
