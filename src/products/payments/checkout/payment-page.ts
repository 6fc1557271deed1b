import type { ChannelType, PayerField } from '../../../connectors/acquirers/catalogue/channel.js';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { FailureReason, BlikErrorCode } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { NextStep } from '../../../connectors/acquirers/port/next-step.js';
import type { ServiceBrand } from '../../../platform/partners/brand/service-brand.js';
import type { PaymentStatus } from '../payments/states.js';
import type { PayerRecurring } from './payer-mandate.js';
import type { PaymentStage } from './payment-stage.js';

/** A channel that accepts the payment now. */
export interface PayerChannel {
  id: ChannelId;
  name: string;
  type: ChannelType;
  /** Fields that the payer has to fill in before the attempt can start: name, email, document or country. */
  missing: readonly PayerField[];
  /** The payer enters a BLIK code on the page. */
  takesCode: boolean;
}

export interface PayerCartItem {
  name: string;
  quantity: number;
  /** Price of one piece, in minor units of the payment's currency. */
  priceMinor: number;
}

/** What a payer may see of a payment. */
export interface PayerPayment {
  transactionId: string;
  payerTransactionId: string;
  serviceId: string;
  status: PaymentStatus;
  /** Changes whenever the page looks different. `PaymentStatesQuery` returns the same value. */
  state: string;
  stage: PaymentStage;
  /** The payer would have to start an attempt or enter a code, but the service is closed or its partner is blocked. */
  closed: boolean;
  /** No real money is taken: the payment was paid with test money, or all channels to choose from are simulated. */
  test: boolean;
  sellerName: string;
  serviceName: string;
  /** The brand of the service. null means the gateway's own look. */
  brand: ServiceBrand | null;
  description: string | null;
  /** Minor units of `currency`. */
  amountMinor: number;
  currency: string;
  /** Value of the payment in grosz, and PLN value of one unit of `currency` as decimal text. */
  plnMinor: number;
  plnRate: string;
  /** Empty with a live attempt, because only the page of the choice shows the cart. */
  cart: readonly PayerCartItem[];
  /** The channels that the payer can choose, in the order in which the payment offers them. Empty when the payer cannot choose any more. */
  channels: readonly PayerChannel[];
  /** The channel to which the payer is sent without a choice. */
  directChannel: ChannelId | null;
  /** null for a payment that is not made for the recurring channel. */
  recurring: PayerRecurring | null;
  /** Channel of the latest attempt, or of the attempt that was paid. */
  channel: ChannelId | null;
  /** `none` unless the stage is `step`. */
  step: NextStep;
  /** The payer may choose another channel, or cancel the payment. */
  canAbandon: boolean;
  codesLeft: number;
  attemptsLeft: number;
  /** Why the last attempt or code failed. null when none failed, or when the payment is paid. */
  failure: { reason: FailureReason | 'canceled' | 'expired' | 'not_sent' | 'not_found'; ticketCode: BlikErrorCode | null } | null;
  expiresAt: Date;
  /** The payer can request more time. */
  canExtend: boolean;
  paidAt: Date | null;
  /** Sum of the new, pending and completed refunds, and sum of the completed ones, in minor units of `currency`. */
  refundMinor: number;
  refundedMinor: number;
  successUrl: string | null;
  failureUrl: string | null;
  pendingUrl: string | null;
}
