import type { ServiceBrand } from '../../../platform/partners/brand/service-brand.js';
import type { CancelledBy } from '../subscriptions/states.js';
import type { MandateSummary } from './payer-mandate.js';

/** A subscription as its payer sees it. */
export interface PayerSubscription {
  subscriptionId: string;
  /** The id of the first payment that its payer sees and can name to support. */
  payerTransactionId: string;
  /** Test money: no real money is taken. */
  test: boolean;
  sellerName: string;
  brand: ServiceBrand | null;
  /** The payment's description, or else the name of the service. */
  item: string;
  /** Amount of the payment that set up the subscription, in grosz. */
  firstMinor: number;
  mandate: MandateSummary;
  /** Pending or active. */
  isLive: boolean;
  /** null while `isLive`. `endedBy` is also null when the subscription expired or finished. */
  endedAt: Date | null;
  endedBy: CancelledBy | null;
  /** The latest 24 payments, latest first. */
  payments: readonly { paidAt: Date; amountMinor: number }[];
  paymentCount: number;
  paidMinor: number;
}
