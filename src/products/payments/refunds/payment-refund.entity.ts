import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import type { RefundStatus } from './refund-transitions.js';

/** Where the channel's words about a refund do not go together, so that somebody has to look. */
export type RefundContradiction = 'other_sum' | 'completed_after_release' | 'rejected_after_completion';

/** A payment, or a part of it, that is given back through the channel that took it. */
@Entity('payment_refund')
export class PaymentRefund {
  /** Also its name at the channel. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  transactionId: string;

  @Column('text')
  serviceId: string;

  /** What was paid, with the channel and the account it was paid through. */
  @Column('uuid')
  attemptReference: string;

  @Column('text')
  channel: ChannelId;

  @Column('text')
  connector: string;

  @Column('boolean')
  test: boolean;

  @Column('text')
  status: RefundStatus;

  /** What the payer gets, in minor units of `currency`. */
  @Column('bigint', { transformer: minorTransformer })
  amountMinor: number;

  @Column('text')
  currency: string;

  /** Grosz that it takes from the wallet. */
  @Column('bigint', { transformer: minorTransformer })
  walletMinor: number;

  /** The acquirer's name of it. */
  @Column('text', { nullable: true })
  providerRef: string | null;

  /** The acquirer's own word for the outcome, for staff. */
  @Column('text', { nullable: true })
  rawCode: string | null;

  @Column('text', { nullable: true })
  contradiction: RefundContradiction | null;

  /** The sum of the word that contradicts, where it said one. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  saidMinor: number | null;

  @Column('text', { nullable: true })
  saidCurrency: string | null;

  /** When a worker takes it up next, in business time. */
  @Column('timestamptz', { nullable: true })
  askAt: Date | null;

  @Column('integer')
  askCount: number;

  /** Span of the request that made it; null where nothing was traced. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  /** When the channel was told first. */
  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;

  /** When the payer had the money; it stays when the channel takes it back. */
  @Column('timestamptz', { nullable: true })
  completedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
