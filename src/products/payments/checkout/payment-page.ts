import type { ChannelType, PayerField } from '../../../connectors/channels/catalogue/channel.js';
import type { ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import type { FailureReason, TicketCode } from '../../../connectors/channels/port/failure-reasons.js';
import type { NextStep } from '../../../connectors/channels/port/next-step.js';
import type { ServiceBrand } from '../../../platform/partners/brand/service-brand.js';
import type { PaymentStatus } from '../transactions/payment-transitions.js';
import type { PayerRecurring } from './payer-agreement.js';
import type { PaymentStage } from './payment-stage.js';

/** A channel that can be used at this moment. */
export interface PayerChannel {
  id: ChannelId;
  name: string;
  type: ChannelType;
  /** What the payer has to be asked before it can begin: name, email, document or country. */
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
export interface PaymentPage {
  transactionId: string;
  payerTransactionId: string;
  serviceId: string;
  status: PaymentStatus;
  /** Another word as soon as the page looks different; `PaymentStatesQuery` tells the same one. */
  state: string;
  stage: PaymentStage;
  /** Nobody takes the money: what was paid is a test, or whoever can be chosen is simulated. */
  test: boolean;
  sellerName: string;
  serviceName: string;
  /** The look of the service; null for that of the gateway. */
  brand: ServiceBrand | null;
  description: string | null;
  /** Minor units of `currency`. */
  amountMinor: number;
  currency: string;
  /** Its value in grosz, and what one unit of `currency` is worth in PLN as decimal text. */
  plnMinor: number;
  plnRate: string;
  cart: readonly PayerCartItem[];
  /** In the order of the offer; empty where the payer cannot choose any more. */
  channels: readonly PayerChannel[];
  /** The only channel there is, to which the payer is sent without choosing. */
  directChannel: ChannelId | null;
  /** Of a payment for recurring ones; null for all others. */
  recurring: PayerRecurring | null;
  /** Begun last, or paid. */
  channel: ChannelId | null;
  /** `none` unless the stage is `step`. */
  step: NextStep;
  /** The payer may leave the channel for another, or cancel the payment. */
  canLeave: boolean;
  codesLeft: number;
  attemptsLeft: number;
  /** Why the last attempt or code came to nothing; null when none did. */
  failure: { reason: FailureReason | 'canceled' | 'expired' | 'not_sent' | 'not_found'; ticketCode: TicketCode | null } | null;
  expiresAt: Date;
  /** The payer may have more time, who asks for it. */
  canExtend: boolean;
  paidAt: Date | null;
  /** What of it is given back or on its way, in minor units of `currency`, and what of that is back. */
  refundMinor: number;
  refundedMinor: number;
  successUrl: string | null;
  failureUrl: string | null;
  pendingUrl: string | null;
}
