import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import type { OfferedSubscription } from './create/offered-subscription.js';
import type { GivenCustomer, GivenObject } from './create/given-value.js';
import type { PaymentStatus } from './payment-transitions.js';

/** One sale that is paid online. */
@Entity('payment_transaction')
export class PaymentTransaction {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  serviceId: string;

  /** Eight characters A–Z and 0–9: what the payer is shown, and tells when something went wrong. */
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

  /** Decimal text with ten decimals: what one unit of `currency` is worth in PLN. */
  @Column('numeric', { precision: 20, scale: 10 })
  plnRate: string;

  /** The last one that was begun; once it is paid, the one that took the money. */
  @Column('text', { nullable: true })
  channel: ChannelId | null;

  /** The money is simulated; once there is some. */
  @Column('boolean')
  test: boolean;

  /** Grosz that the gateway keeps and that the partner gets, once there is money. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  commissionMinor: number | null;

  @Column('bigint', { transformer: minorTransformer, nullable: true })
  partnerMinor: number | null;

  /** What refunds have that are new, pending or completed: their number with all others', what payers get, and its value in grosz. */
  @Column('smallint')
  refundCount: number;

  @Column('bigint', { transformer: minorTransformer })
  refundMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  refundPlnMinor: number;

  /** What of `refundMinor` is back. */
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

  /** What the partner gave of these, as it gave it. */
  @Column('json', { nullable: true })
  customer: GivenCustomer | null;

  @Column('json', { nullable: true })
  antifraud: GivenObject | null;

  @Column('json', { nullable: true })
  billing: GivenObject | null;

  @Column('json', { nullable: true })
  shipping: GivenObject | null;

  @Column('json', { nullable: true })
  cart: readonly unknown[] | null;

  /** The payer is sent straight there; null where the payer chooses. */
  @Column('text', { nullable: true })
  directChannel: ChannelId | null;

  /** What the payer is asked to agree to on the payment's page, where the partner's program does not collect the code itself. */
  @Column('json', { nullable: true })
  subscription: OfferedSubscription | null;

  /** Channels that could be used when it was made, in the catalogue's order. */
  @Column('json')
  offered: ChannelId[];

  @Column('smallint')
  attemptCount: number;

  /** BLIK codes typed, in all attempts. */
  @Column('smallint')
  codeCount: number;

  /** Why the last attempt came to nothing. */
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

  /** When it expires unless it is paid: `expiresAt`, and later while a channel may still say that it took the money. */
  @Column('timestamptz')
  dueAt: Date;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
