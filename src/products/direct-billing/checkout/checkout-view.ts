import type { Operator } from '../../../connectors/operators/operator.port.js';
import type { ServiceBrand } from '../../../platform/partners/brand/service-brand.js';
import type { Rejection } from '../rejection.js';
import type { CheckoutStage } from './checkout-stage.js';

/** The price at one operator, in minor units of PLN. */
export interface CheckoutOffer {
  operator: Operator;
  grossMinor: number;
  netMinor: number;
  vatMinor: number;
}

/** What the payer's page shows about a transaction. */
export interface CheckoutView {
  transactionId: string;
  stage: CheckoutStage;
  /** The payer cannot continue with `choose` or `code`, because the service is not active any more or its partner is blocked. */
  closed: boolean;
  sellerName: string;
  serviceName: string;
  brand: ServiceBrand | null;
  description: string | null;
  /** Enabled operators that can charge this amount. */
  offers: CheckoutOffer[];
  /** The offer of the chosen operator. null until the payer chooses one. */
  chosen: CheckoutOffer | null;
  /** `48XXXXXXXXX`: the country code of Poland and nine digits. */
  phoneNumber: string | null;
  /** No money is taken: the charge is a test, or all operators that the payer can choose are simulated. */
  test: boolean;
  /** The partner's request contained the number, so the payer cannot change it. */
  phoneFixed: boolean;
  triesLeft: number;
  codesLeft: number;
  /** When the next code can be sent. null before the first code. */
  resendAvailableAt: Date | null;
  expiresAt: Date;
  /** Whether the payer may still request more time. */
  canBeExtended: boolean;
  /** When the transaction was paid. null until then. */
  paidAt: Date | null;
  rejection: Rejection | null;
  successUrl: string | null;
  failureUrl: string | null;
}
