import type { Operator } from '../../../connectors/operators/operator.port.js';
import type { ServiceBrand } from '../../../platform/partners/brand/service-brand.js';
import type { Rejection } from '../rejection.js';
import type { CheckoutStage } from './checkout-stage.js';

/** What one operator would charge; minor units of PLN. */
export interface CheckoutOffer {
  operator: Operator;
  grossMinor: number;
  netMinor: number;
  vatMinor: number;
}

export interface CheckoutView {
  transactionId: string;
  stage: CheckoutStage;
  /** The payer would have to go on, and the service sells nothing any more, or its partner is blocked. */
  closed: boolean;
  sellerName: string;
  serviceName: string;
  brand: ServiceBrand | null;
  description: string | null;
  /** Enabled operators that can charge this amount. */
  offers: CheckoutOffer[];
  chosen: CheckoutOffer | null;
  /** `48XXXXXXXXX` */
  phoneNumber: string | null;
  /** No money is taken: the charge is a test, or all operators that can be chosen are simulated. */
  test: boolean;
  /** The partner gave the number; the payer cannot change it. */
  phoneFixed: boolean;
  triesLeft: number;
  codesLeft: number;
  resendAvailableAt: Date | null;
  expiresAt: Date;
  /** The payer may still ask for more time. */
  canBeExtended: boolean;
  /** When it was booked; null while it is not. */
  paidAt: Date | null;
  rejection: Rejection | null;
  successUrl: string | null;
  failureUrl: string | null;
}
