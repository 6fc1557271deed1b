import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import type { OfferedSubscription } from './create/offered-subscription.js';
import type { RawCustomer, RawObject } from './create/raw-json.js';
import type { PaymentStatus } from './states.js';

/** One online payment. */
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

  /** Value in grosz at `plnRate`, rounded half up. */
  @Column('bigint', { transformer: minorTransformer })
  plnMinor: number;

  /** PLN for one unit of `currency`, as text with ten decimals. */
  @Column('numeric', { precision: 20, scale: 10 })
  plnRate: string;

  /** Channel of the latest attempt. Once paid, channel of the attempt that was captured. */
  @Column('text', { nullable: true })
  channel: ChannelId | null;

  /** Whether the captured money is test money. */
  @Column('boolean')
  test: boolean;

  /** Shares of the gateway and the partner in grosz. null until the money is captured. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  commissionMinor: number | null;

  @Column('bigint', { transformer: minorTransformer, nullable: true })
  partnerMinor: number | null;

  /** Number of all refunds. `refundMinor` and `refundPlnMinor` are the sum and its value in grosz of new, pending and completed refunds. */
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

  /** The JSON columns of payer, antifraud, addresses and cart are stored whole, as the partner sent them. */
  @Column('json', { nullable: true })
  customer: RawCustomer | null;

  /** Hash of the e-mail address that the partner sent, or that the payer entered first, see `PayerEmailHash`. null after erasure. */
  @Column('bytea', { nullable: true })
  emailHash: Buffer | null;

  @Column('json', { nullable: true })
  antifraud: RawObject | null;

  @Column('json', { nullable: true })
  billing: RawObject | null;

  @Column('json', { nullable: true })
  shipping: RawObject | null;

  /** Only queries that name the column read it, because a cart can have a megabyte. In other rows the property is missing. */
  @Column('json', { nullable: true, select: false })
  cart?: readonly unknown[] | null;

  /** The channel to which the payer is sent without a choice. null when the payer chooses. */
  @Column('text', { nullable: true })
  directChannel: ChannelId | null;

  /** The subscription that the payment's page offers. null when there is none, or when the partner's program collects the code. */
  @Column('json', { nullable: true })
  offeredSubscription: OfferedSubscription | null;

  /** The payment link that created the payment. null when the partner's program created it. */
  @Column('uuid', { nullable: true })
  linkId: string | null;

  /** Channels that were usable when the payment was created. */
  @Column('json')
  offeredChannels: ChannelId[];

  @Column('smallint')
  attemptCount: number;

  /** Number of BLIK codes and aliases that were sent, in all attempts. */
  @Column('smallint')
  codeCount: number;

  /** Why the last attempt failed. */
  @Column('text', { nullable: true })
  failureReason: string | null;

  /** Name of the velocity rule that holds the money. */
  @Column('text', { nullable: true })
  holdReason: string | null;

  @Column('timestamptz', { nullable: true })
  heldAt: Date | null;

  @Column('timestamptz', { nullable: true })
  paidAt: Date | null;

  /**
   * Trace span of the request that created the payment, so that changes and notifications join the same trace. null when tracing was off.
   */
  @Column('text', { nullable: true })
  traceParent: string | null;

  @Column('timestamptz')
  expiresAt: Date;

  /** When a worker expires the payment: `expiresAt`, or later while an attempt may still be paid. */
  @Column('timestamptz')
  dueAt: Date;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
