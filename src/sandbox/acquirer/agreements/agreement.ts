import type { AgreementState, AgreementStep } from '../magic/story.js';

/** What a payer allows in a bank's app, as the acquirer's books show it at one moment. */
export interface Agreement {
  id: string;
  reference: string;
  kind: 'CONSENT' | 'ALIAS';
  /** Whose app asks for it or holds it; null when none was asked. */
  bank: string | null;
  value: string;
  label: string;
  /** The shop that it is for. */
  seller: string;
  description: string;
  /** Of a consent. */
  terms: ConsentTerms | null;
  /** Whether the app asks for it by itself: not when a magic value decides, nor for an alias, which comes with a payment. */
  asked: boolean;
  /** Until when a consent can be given. */
  until: Date | null;
  expiresAt: Date | null;
  state: 'WAITING' | AgreementState;
  cause: string | null;
  endedBy: NonNullable<AgreementStep['by']> | null;
}

/** What a payer agrees to; sums in minor units of the currency, dates as ISO texts. */
export interface ConsentTerms {
  model: 'A' | 'O' | 'M';
  currency: string;
  /** Paid with the consent; 0: nothing. */
  firstMinor: number;
  limitMinor: number | null;
  totalMinor: number | null;
  /** `1M`: days, weeks, months or years. */
  frequency: string | null;
  firstChargeOn: string | null;
  chargesLimit: number | null;
  lines: readonly string[];
}
