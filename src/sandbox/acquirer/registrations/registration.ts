import type { RegistrationState, RegistrationStep } from '../scenarios/scenario.js';

/** A mandate or an alias in its current state. */
export interface Registration {
  id: string;
  reference: string;
  /** `CONSENT` is a mandate in the acquirer's protocol. */
  kind: 'CONSENT' | 'ALIAS';
  /** The bank whose app asks the payer or holds the registration. */
  bank: string | null;
  value: string;
  label: string;
  /** Name of the shop. */
  seller: string;
  description: string;
  /** Null for an alias. */
  terms: RegisteredTerms | null;
  /** Whether the app asks the payer about a mandate. False when a test value decides, and for an alias, which comes with a payment. */
  asked: boolean;
  /** When the payer's time to accept ends; null for an alias. */
  until: Date | null;
  expiresAt: Date | null;
  state: 'WAITING' | RegistrationState;
  cause: string | null;
  closedBy: NonNullable<RegistrationStep['by']> | null;
}

/** Mandate terms. Amounts are minor units of the currency, dates are ISO texts. */
export interface RegisteredTerms {
  model: 'A' | 'O' | 'M';
  currency: string;
  /** Amount of the first payment; 0 when there is none. */
  firstMinor: number;
  limitMinor: number | null;
  totalMinor: number | null;
  /** Such as `1M`, in days, weeks, months or years; null without a fixed frequency. */
  frequency: string | null;
  firstChargeOn: string | null;
  chargesLimit: number | null;
  lines: readonly string[];
}
