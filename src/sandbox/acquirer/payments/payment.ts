import type { PaymentState, RefundState } from '../scenarios/scenario.js';

/** A payment in its current state. */
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
  /** The amount that is or will be captured. It may differ from the requested amount. */
  seenMinor: number;
  /** When the payer's time to confirm in the bank's app ends; null while the app does not ask. */
  waitsUntil: Date | null;
  /**
   * The code or alias that was requested by reference. Otherwise the code that waits, or else the latest code. Null when no code was
   * submitted.
   */
  code: SimulatedCode | null;
}

export interface SimulatedCode {
  reference: string;
  state: 'WAITING' | 'FAILED' | 'PAID';
  cause: string | null;
  /** Bank apps in which the submitted alias is active. */
  alternatives: readonly { key: string; label: string }[];
}

export interface Refund {
  id: string;
  reference: string;
  amountMinor: number;
  currency: string;
  state: 'PENDING' | RefundState;
  cause: string | null;
}
