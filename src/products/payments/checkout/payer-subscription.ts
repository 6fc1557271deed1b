import type { ServiceBrand } from '../../../platform/partners/brand/service-brand.js';
import type { CancelledBy } from '../subscriptions/subscription-transitions.js';
import type { ActiveMandate } from './payer-mandate.js';

/** A subscription as its payer sees it. */
export interface PayerSubscription {
  subscriptionId: string;
  /** The number of its first payment. */
  payerTransactionId: string;
  /** Test money: nothing is taken. */
  test: boolean;
  sellerName: string;
  brand: ServiceBrand | null;
  /** What is bought. */
  item: string;
  /** Taken with the agreement, in minor units of PLN. */
  firstMinor: number;
  mandate: ActiveMandate;
  /** Pending or active. */
  lives: boolean;
  /** Null while it lives. `endedBy` is also null when it expired or finished by itself. */
  endedAt: Date | null;
  endedBy: CancelledBy | null;
  /** Latest first; only the latest ones when there are many. */
  payments: readonly { paidAt: Date; amountMinor: number }[];
  paymentCount: number;
  paidMinor: number;
}
