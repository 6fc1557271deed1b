import type { RegistrationState, RegistrationStep } from '../scenarios/scenario.js';

/** A mandate or an alias at one moment. */
export interface Registration {
  id: string;
  reference: string;
  kind: 'CONSENT' | 'ALIAS';
  /** The bank whose app asks for it or has it; null when none was asked. */
  bank: string | null;
  value: string;
  label: string;
  /** The shop. */
  seller: string;
  description: string;
  /** Null for an alias. */
  terms: RegisteredTerms | null;
  /** Whether the app asks for it separately: not when a magic value decides, nor for an alias, which comes with a payment. */
  asked: boolean;
  /** When the question to the payer expires. */
  until: Date | null;
  expiresAt: Date | null;
  state: 'WAITING' | RegistrationState;
  cause: string | null;
  closedBy: NonNullable<RegistrationStep['by']> | null;
}

/** Terms of a mandate; sums in minor units of the currency, dates as ISO texts. */
export interface RegisteredTerms {
  model: 'A' | 'O' | 'M';
  currency: string;
  /** The first payment; 0: none. */
  firstMinor: number;
  limitMinor: number | null;
  totalMinor: number | null;
  /** `1M`: days, weeks, months or years. */
  frequency: string | null;
  firstChargeOn: string | null;
  chargesLimit: number | null;
  lines: readonly string[];
}
