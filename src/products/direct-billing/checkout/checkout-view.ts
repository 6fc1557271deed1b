import type { Operator } from '../../../connectors/operators/operator.port.js';
import type { Rejection } from '../rejection.js';

/** What one operator would charge; minor units of PLN. */
export interface CheckoutOffer {
  operator: Operator;
  grossMinor: number;
  netMinor: number;
  vatMinor: number;
}

/** `waiting`: the operator was asked and has not answered; `confirmed`: it accepted, booking is outstanding. */
export type CheckoutStage = 'choose' | 'code' | 'waiting' | 'confirmed' | 'paid' | 'rejected';

export interface CheckoutView {
  transactionId: string;
  stage: CheckoutStage;
  sellerName: string;
  serviceName: string;
  description: string | null;
  /** Enabled operators that can charge this amount. */
  offers: CheckoutOffer[];
  chosen: CheckoutOffer | null;
  /** `48XXXXXXXXX` */
  phoneNumber: string | null;
  /** Nobody takes the money: what was charged is a test, or whoever can be chosen is simulated. */
  test: boolean;
  /** The partner gave the number; the payer cannot change it. */
  phoneFixed: boolean;
  triesLeft: number;
  codesLeft: number;
  resendAvailableAt: Date | null;
  expiresAt: Date;
  rejection: Rejection | null;
  successUrl: string | null;
  failureUrl: string | null;
}
