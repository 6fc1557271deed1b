import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import { HeldAtAcquirer } from '../acquirers/held-at-acquirer.js';
import type { RefundStatus } from './refund-transitions.js';

/** How the channel's status reports about a refund contradict each other. */
export type RefundConflict = 'other_sum' | 'completed_after_release' | 'rejected_after_completion';

/** A payment, or a part of it, that is returned to the payer through the channel that took it. */
@Entity('payment_refund')
export class PaymentRefund extends HeldAtAcquirer {
  /** Also its reference at the channel. */
  @PrimaryColumn('uuid')
  id: string;

  /** The attempt that was paid. */
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

  /** Grosz that it takes from the wallet. */
  @Column('bigint', { transformer: minorTransformer })
  walletMinor: number;

  @Column('text', { nullable: true })
  contradiction: RefundConflict | null;

  /** The sum that the contradicting report named, if any. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  saidMinor: number | null;

  @Column('text', { nullable: true })
  saidCurrency: string | null;

  /** Span of the request that made it; null where nothing was traced. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  /** When it was first sent to the channel. */
  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;

  /** When the payer got the money; kept when the channel takes it back. */
  @Column('timestamptz', { nullable: true })
  completedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
