import type { AttemptResult, NotFound, NotSent, ProviderData, StartAttempt } from './attempt.js';
import type { FailureReason } from './failure-reasons.js';
import type { Money } from './money.js';
import type { NextStep } from './next-step.js';

/** A: fixed sum and rhythm, charged unasked. O: any sum up to a limit, charged unasked. M: the payer confirms each charge. */
export const RECURRING_MODELS = ['A', 'O', 'M'] as const;
export type RecurringModel = (typeof RECURRING_MODELS)[number];

/** The payer's agreement to later charges, given in the bank's app; `attempt` is its first payment, of 0 when there is none. */
export interface ConsentRequest {
  reference: string;
  attempt: StartAttempt;
  model: RecurringModel;
  /** Six digits as text. */
  code: string;
  alias: { value: string; label: string };
  terms: ConsentTerms;
  /** Up to three lines for the payer's bank, 35 characters each. */
  lines: readonly string[];
}

export interface ConsentTerms {
  /** Of each charge; A only. */
  limit: Money | null;
  totalLimitMinor: number | null;
  /** `1M`: a number of days, weeks, months or years. */
  frequency: string | null;
  firstChargeOn: Date | null;
  chargesLimit: number | null;
  expiresAt: Date | null;
}

export interface StartedConsent {
  reference: string;
  model: RecurringModel;
  aliasValue: string;
  providerRef: string | null;
  data: ProviderData | null;
}

/** Who ended a consent: the payer in the bank's app, the scheme or the bank, or whoever asked the acquirer to. */
export type RevokedBy = 'payer' | 'scheme' | 'merchant';

/** `pending`: the payer has not agreed yet. `unknown` is that as well. */
export type ConsentOutcome =
  | { outcome: 'pending' | 'active' | 'expired' | 'unknown' }
  | { outcome: 'revoked'; by: RevokedBy }
  | { outcome: 'failed'; reason: FailureReason };

export type ConsentResult = ConsentOutcome & {
  providerRef: string | null;
  data: ProviderData | null;
  next: NextStep;
  /** The key of the app that holds it; null while none is known. */
  appKey: string | null;
  rawCode: string | null;
};

export interface ConsentCharge {
  /** The attempt to charge; its reference is the key. Asked about with `ask`. */
  attempt: StartAttempt;
  consent: StartedConsent;
  /** A new label for the payer's app. */
  label: string | null;
  lines: readonly string[];
  /** M: how long the payer may take. */
  until: Date | null;
}

/** What an acquirer with recurring payments does; one without has none of it. */
export interface RecurringOperations {
  /** The outcome of the first payment, if any, comes as that of its attempt. */
  registerConsent(request: ConsentRequest): Promise<ConsentResult | NotSent>;
  chargeConsent(charge: ConsentCharge): Promise<AttemptResult | NotSent>;
  askConsent(consent: StartedConsent): Promise<ConsentResult | NotFound>;
  /** Repeating it is harmless. `pending` or `unknown` is asked again. */
  revokeConsent(consent: StartedConsent): Promise<ConsentResult | NotFound>;
}
