import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import type { OfferedSubscription } from './create/offered-subscription.js';
import type { RawCustomer, RawObject } from './create/raw-json.js';
import type { PaymentStatus } from './payment-transitions.js';

/** One sale that is paid online. */
@Entity('payment_transaction')
export class PaymentTransaction {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  serviceId: string;

  /** Eight characters A–Z and 0–9 that the payer sees and can read out to support. */
  @Column('text')
  payerTransactionId: string;

  @Column('text')
  status: PaymentStatus;

  /** What the payer pays, in minor units of `currency`. */
  @Column('bigint', { transformer: minorTransformer })
  amountMinor: number;

  @Column('text')
  currency: string;

  /** Its value in grosz, half up, at `plnRate`. */
  @Column('bigint', { transformer: minorTransformer })
  plnMinor: number;

  /** PLN for one unit of `currency`, as text with ten decimals. */
  @Column('numeric', { precision: 20, scale: 10 })
  plnRate: string;

  /** Of the latest attempt; once paid, of the one that took the money. */
  @Column('text', { nullable: true })
  channel: ChannelId | null;

  /** The money that was taken is simulated. */
  @Column('boolean')
  test: boolean;

  /** Shares of gateway and partner in grosz, once the money came. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  commissionMinor: number | null;

  @Column('bigint', { transformer: minorTransformer, nullable: true })
  partnerMinor: number | null;

  /** Number of all refunds; then, of those that are new, pending or completed, the sum in `currency` and its value in grosz. */
  @Column('smallint')
  refundCount: number;

  @Column('bigint', { transformer: minorTransformer })
  refundMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  refundPlnMinor: number;

  /** The completed part of `refundMinor`. */
  @Column('bigint', { transformer: minorTransformer })
  refundedMinor: number;

  @Column('text', { nullable: true })
  control: string | null;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  referer: string | null;

  @Column('text', { nullable: true })
  successUrl: string | null;

  @Column('text', { nullable: true })
  failureUrl: string | null;

  @Column('text', { nullable: true })
  pendingUrl: string | null;

  /** As the partner gave them, whole. */
  @Column('json', { nullable: true })
  customer: RawCustomer | null;

  /** Of the e-mail address that the partner gave or the payer typed first: see `PayerEmailHash`. Null once the payer was erased. */
  @Column('bytea', { nullable: true })
  emailHash: Buffer | null;

  @Column('json', { nullable: true })
  antifraud: RawObject | null;

  @Column('json', { nullable: true })
  billing: RawObject | null;

  @Column('json', { nullable: true })
  shipping: RawObject | null;

  @Column('json', { nullable: true })
  cart: readonly unknown[] | null;

  /** The channel that the payer is sent straight to; null where the payer chooses. */
  @Column('text', { nullable: true })
  directChannel: ChannelId | null;

  /** The subscription that the payer can agree to on the payment's page; null where the partner's program collects the code. */
  @Column('json', { nullable: true })
  subscription: OfferedSubscription | null;

  /** The payment link that it was begun with; null for what the partner's program made. */
  @Column('uuid', { nullable: true })
  linkId: string | null;

  /** Channels that could be used when it was created. */
  @Column('json')
  offered: ChannelId[];

  @Column('smallint')
  attemptCount: number;

  /** BLIK codes typed, in all attempts. */
  @Column('smallint')
  codeCount: number;

  /** Why the last attempt failed. */
  @Column('text', { nullable: true })
  failureReason: string | null;

  /** Which rule holds the money. */
  @Column('text', { nullable: true })
  holdReason: string | null;

  @Column('timestamptz', { nullable: true })
  heldAt: Date | null;

  @Column('timestamptz', { nullable: true })
  paidAt: Date | null;

  /** Span of the request that made it, so that its changes and notifications are in the same trace; null where nothing was traced. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  @Column('timestamptz')
  expiresAt: Date;

  /** When a worker expires it: `expiresAt`, or later while a channel may still have taken the money. */
  @Column('timestamptz')
  dueAt: Date;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
