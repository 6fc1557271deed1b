import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import { MoneyAtAcquirer } from '../acquirers/acquirer-object.js';
import type { RefundStatus } from './states.js';

/**
 * How a status update conflicts with what is booked for a refund.
 * - `other_sum`: the acquirer refunded another amount
 * - `completed_after_release`: the acquirer completed the refund, after an update that the refund was rejected or failed
 * - `rejected_after_completion`: the acquirer rejected the refund, after an update that the refund was completed
 */
export type RefundConflict = 'other_sum' | 'completed_after_release' | 'rejected_after_completion';

/** A refund of a payment or of a part of it, through the channel of the paid attempt. */
@Entity('payment_refund')
export class PaymentRefund extends MoneyAtAcquirer<RefundConflict> {
  /** The id is also the refund's reference at the acquirer. */
  @PrimaryColumn('uuid')
  id: string;

  /** The paid attempt whose money is refunded. */
  @Column('uuid')
  attemptReference: string;

  @Column('text')
  channel: ChannelId;

  @Column('text')
  status: RefundStatus;

  /** What the payer gets, in minor units of `currency`. */
  @Column('bigint', { transformer: minorTransformer })
  amountMinor: number;

  @Column('text')
  currency: string;

  /** Grosz that the refund takes from the wallet. */
  @Column('bigint', { transformer: minorTransformer })
  walletMinor: number;

  /** Trace span of the request that created the refund; null when tracing was off. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  /** When the refund was first sent to the acquirer; null before that. */
  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;

  /** When the refund was completed. Kept when the acquirer reverses the refund. */
  @Column('timestamptz', { nullable: true })
  completedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
