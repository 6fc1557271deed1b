import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import type { ProviderData } from '../../../connectors/channels/port/attempt.js';
import type { FailureReason } from '../../../connectors/channels/port/failure-reasons.js';
import type { NextStep } from '../../../connectors/channels/port/next-step.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import type { AttemptContradiction } from './attempt-contradiction.js';
import type { AttemptState } from './attempt-transitions.js';

/**
 * One try of one channel. It keeps what it charges: the payer may go on with another channel, and this one may take the money all the
 * same. Sums and shares are minor units, the shares of PLN.
 */
@Entity('payment_attempt')
export class PaymentAttempt {
  @PrimaryColumn('uuid')
  reference: string;

  @Column('uuid')
  transactionId: string;

  @Column('text')
  serviceId: string;

  @Column('text')
  channel: ChannelId;

  /** Name of the account at the acquirer. */
  @Column('text')
  connector: string;

  @Column('text')
  state: AttemptState;

  /** Nobody takes money there. */
  @Column('boolean')
  test: boolean;

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

  /** By what velocity is counted. */
  @Column('text', { nullable: true })
  payerIp: string | null;

  @Column('text', { nullable: true })
  payerEmail: string | null;

  @Column('text', { nullable: true })
  systemId: string | null;

  /** The acquirer's name of it, and what else its connector wants back. */
  @Column('text', { nullable: true })
  providerRef: string | null;

  @Column('jsonb', { nullable: true })
  data: ProviderData | null;

  /** What the payer has to do; its dates are text. */
  @Column('jsonb')
  next: NextStep;

  @Column('text', { nullable: true })
  reason: FailureReason | null;

  @Column('text', { nullable: true })
  rawCode: string | null;

  /** What the acquirer says it took, when that is something else. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  seenMinor: number | null;

  @Column('text', { nullable: true })
  seenCurrency: string | null;

  /** The money came and was held. */
  @Column('boolean')
  wasHeld: boolean;

  /** Grosz that are not the payment's, from when they came until they are back. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  suspenseMinor: number | null;

  /** Name of the refund that gives the money back. */
  @Column('uuid', { nullable: true })
  returnReference: string | null;

  @Column('text', { nullable: true })
  returnProviderRef: string | null;

  /** When it was back. The database keeps it, also when the acquirer takes that back. */
  @Column('timestamptz', { nullable: true })
  returnedAt: Date | null;

  /** Grosz that stood in suspense for another sum, until the acquirer's books said the one that was asked for. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  correctedMinor: number | null;

  @Column('text', { nullable: true })
  contradiction: AttemptContradiction | null;

  @Column('timestamptz', { nullable: true })
  contradictedAt: Date | null;

  /** The sum of the word that contradicts, where it said one. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  saidMinor: number | null;

  @Column('text', { nullable: true })
  saidCurrency: string | null;

  /** When the acquirer is asked next, in business time. */
  @Column('timestamptz', { nullable: true })
  askAt: Date | null;

  @Column('integer')
  askCount: number;

  /** The payer has until then. */
  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz')
  startedAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
