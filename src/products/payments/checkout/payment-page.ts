import type { ChannelType, PayerField } from '../../../connectors/acquirers/catalogue/channel.js';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { FailureReason, TicketCode } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { NextStep } from '../../../connectors/acquirers/port/next-step.js';
import type { ServiceBrand } from '../../../platform/partners/brand/service-brand.js';
import type { PaymentStatus } from '../transactions/payment-transitions.js';
import type { PayerRecurring } from './payer-mandate.js';
import type { PaymentStage } from './payment-stage.js';

/** A channel that can be used now. */
export interface PayerChannel {
  id: ChannelId;
  name: string;
  type: ChannelType;
  /** What the payer must give before it can begin: name, email, document or country. */
  missing: readonly PayerField[];
  /** The payer types a BLIK code here. */
  takesCode: boolean;
}

export interface PayerCartItem {
  name: string;
  quantity: number;
  /** Of one piece, in minor units of the payment's currency. */
  priceMinor: number;
}

/** What a payer may see of a payment. */
export interface PayerPayment {
  transactionId: string;
  payerTransactionId: string;
  serviceId: string;
  status: PaymentStatus;
  /** Changes whenever the page looks different; `PaymentStatesQuery` gives the same one. */
  state: string;
  stage: PaymentStage;
  /** The payer would have to begin something, and its service sells nothing any more, or its partner is blocked. */
  closed: boolean;
  /** No real money is taken: the payment was a test, or all channels to choose from are simulated. */
  test: boolean;
  sellerName: string;
  serviceName: string;
  /** The service's brand; null for the gateway's look. */
  brand: ServiceBrand | null;
  description: string | null;
  /** Minor units of `currency`. */
  amountMinor: number;
  currency: string;
  /** Its value in grosz, and the PLN value of one unit of `currency` as decimal text. */
  plnMinor: number;
  plnRate: string;
  cart: readonly PayerCartItem[];
  /** In the order of the offer; empty where the payer cannot choose any more. */
  channels: readonly PayerChannel[];
  /** The channel that the payer is sent to without choosing. */
  directChannel: ChannelId | null;
  /** null where the payment registers or charges no mandate. */
  recurring: PayerRecurring | null;
  /** The latest that was begun, or the one that was paid. */
  channel: ChannelId | null;
  /** `none` unless the stage is `step`. */
  step: NextStep;
  /** The payer may leave the channel for another, or cancel the payment. */
  canAbandon: boolean;
  codesLeft: number;
  attemptsLeft: number;
  /** Why the last attempt or code failed; null when none did. */
  failure: { reason: FailureReason | 'canceled' | 'expired' | 'not_sent' | 'not_found'; ticketCode: TicketCode | null } | null;
  expiresAt: Date;
  /** The payer can ask for more time. */
  canExtend: boolean;
  paidAt: Date | null;
  /** All refunds, and the completed ones of them, in minor units of `currency`. */
  refundMinor: number;
  refundedMinor: number;
  successUrl: string | null;
  failureUrl: string | null;
  pendingUrl: string | null;
}
