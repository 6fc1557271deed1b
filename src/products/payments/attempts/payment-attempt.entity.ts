import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { ProviderData } from '../../../connectors/acquirers/port/attempt.js';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { NextStep } from '../../../connectors/acquirers/port/next-step.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import { HeldAtAcquirer } from '../acquirers/held-at-acquirer.js';
import type { AttemptConflict } from './attempt-conflict.js';
import type { AttemptState } from './attempt-transitions.js';

/**
 * One try of one channel. It keeps its own amount and shares, because the payer may choose another channel while this one still takes the
 * money. Sums are minor units; shares are grosz.
 */
@Entity('payment_attempt')
export class PaymentAttempt extends HeldAtAcquirer {
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

  /** What velocity is counted by: address, e-mail and the partner's id of the payer. */
  @Column('text', { nullable: true })
  payerIp: string | null;

  @Column('text', { nullable: true })
  payerEmail: string | null;

  @Column('text', { nullable: true })
  systemId: string | null;

  /** What its connector wants back. */
  @Column('jsonb', { nullable: true })
  data: ProviderData | null;

  /** What the payer has to do; its dates are text. */
  @Column('jsonb')
  next: NextStep;

  @Column('text', { nullable: true })
  reason: FailureReason | null;

  /** The sum that the acquirer says it took, when it is another one. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  seenMinor: number | null;

  @Column('text', { nullable: true })
  seenCurrency: string | null;

  /** The money was held when it came. */
  @Column('boolean')
  wasHeld: boolean;

  /** Unmatched funds in grosz, kept after their return. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  suspenseMinor: number | null;

  /** Our reference of the refund that returns the money. */
  @Column('uuid', { nullable: true })
  returnReference: string | null;

  @Column('text', { nullable: true })
  returnProviderRef: string | null;

  /** When it was returned. Set by a trigger, and kept when the acquirer takes the return back. */
  @Column('timestamptz', { nullable: true })
  returnedAt: Date | null;

  /** Grosz that stood in suspense as another sum, until the acquirer's books said the right one. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  correctedMinor: number | null;

  @Column('text', { nullable: true })
  contradiction: AttemptConflict | null;

  @Column('timestamptz', { nullable: true })
  contradictedAt: Date | null;

  /** The sum that the contradicting report named, if any. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  saidMinor: number | null;

  @Column('text', { nullable: true })
  saidCurrency: string | null;

  /** Until when the payer can pay. */
  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz')
  startedAt: Date;
}
