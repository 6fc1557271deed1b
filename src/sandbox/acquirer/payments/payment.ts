import type { PaymentState } from '../scenarios/scenario.js';

/** A payment at one moment. */
export interface Payment {
  id: string;
  reference: string;
  method: string;
  amountMinor: number;
  currency: string;
  seller: string;
  description: string;
  returnUrl: string;
  expiresAt: Date;
  state: 'WAITING' | PaymentState;
  cause: string | null;
  /** The sum that is or will be taken; it may differ from the requested one. */
  seenMinor: number;
  /** Until when the payer can confirm in the bank's app; null while the app asks nothing. */
  waitsUntil: Date | null;
  /** The requested code or alias; otherwise the waiting one, or the latest. */
  code: SimulatedCode | null;
}

export interface SimulatedCode {
  reference: string;
  state: 'WAITING' | 'FAILED' | 'PAID';
  cause: string | null;
  /** Apps that know the submitted alias. */
  alternatives: readonly { key: string; label: string }[];
}
