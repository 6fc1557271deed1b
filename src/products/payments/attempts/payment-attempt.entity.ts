import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { ProviderData } from '../../../connectors/acquirers/port/attempt.js';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { NextStep } from '../../../connectors/acquirers/port/next-step.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import { MoneyAtAcquirer } from '../acquirers/acquirer-object.js';
import type { AttemptConflict } from './attempt-conflict.js';
import type { AttemptState } from './states.js';

/**
 * One attempt to pay, through one channel. The attempt has its own amount and shares, because the payer may choose another channel while
 * the acquirer can still capture this attempt's money. Amounts are minor units of their currency. The PLN value, commission and partner's
 * share are grosz.
 */
@Entity('payment_attempt')
export class PaymentAttempt extends MoneyAtAcquirer<AttemptConflict> {
  /** The gateway's reference of the attempt at the acquirer. */
  @PrimaryColumn('uuid')
  reference: string;

  @Column('text')
  channel: ChannelId;

  @Column('text')
  state: AttemptState;

  @Column('bigint', { transformer: minorTransformer })
  amountMinor: number;

  @Column('text')
  currency: string;

  @Column('bigint', { transformer: minorTransformer })
  plnMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  commissionMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  partnerMinor: number;

  /** The velocity rules count attempts by IP address, by e-mail address and by the partner's id of the payer. */
  @Column('text', { nullable: true })
  payerIp: string | null;

  @Column('text', { nullable: true })
  payerEmail: string | null;

  @Column('text', { nullable: true })
  systemId: string | null;

  /** Data that the connector needs again at its next call. */
  @Column('jsonb', { nullable: true })
  data: ProviderData | null;

  /** The payer's next step. Its dates are text, see `parseNextStep`. */
  @Column('jsonb')
  next: NextStep;

  /** Decline reason of the attempt or of its last code. */
  @Column('text', { nullable: true })
  reason: FailureReason | null;

  /** The captured amount in the acquirer's status update, if that is not the attempt's amount; otherwise null. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  capturedMinor: number | null;

  @Column('text', { nullable: true })
  capturedCurrency: string | null;

  /** Whether the money was held when it was booked. */
  @Column('boolean')
  wasHeld: boolean;

  /** Suspense money in grosz; kept after the reversal. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  suspenseMinor: number | null;

  /** The gateway's reference of the refund that reverses the suspense money; null when no reversal was requested. */
  @Column('uuid', { nullable: true })
  reversalReference: string | null;

  @Column('text', { nullable: true })
  reversalProviderRef: string | null;

  /** Time of the reversal. Set by a trigger, and kept when the acquirer takes the reversal back. */
  @Column('timestamptz', { nullable: true })
  reversedAt: Date | null;

  /** Grosz that were in suspense because of another amount, until a poll showed the attempt's amount; otherwise null. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  correctedMinor: number | null;

  /** Until when the payer can pay. */
  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz')
  startedAt: Date;
}
