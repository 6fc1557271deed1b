import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderData } from '../../../connectors/acquirers/port/attempt.js';
import type { RecurringModel } from '../../../connectors/acquirers/port/mandate.js';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { NextStep } from '../../../connectors/acquirers/port/next-step.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import { HeldAtAcquirer } from '../acquirers/held-at-acquirer.js';
import type { ConsentEvidence } from '../mandates/consent-evidence.js';
import type { CancelledBy, SubscriptionMode, SubscriptionStatus } from './subscription-transitions.js';

/** What charges a payer again under a mandate. Sums are minor units of `currency`. */
@Entity('payment_subscription')
export class PaymentSubscription extends HeldAtAcquirer {
  /** Also the mandate's reference at the channel. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  aliasId: string;

  @Column('uuid')
  attemptReference: string;

  @Column('text')
  status: SubscriptionStatus;

  @Column('text')
  mode: SubscriptionMode;

  @Column('text')
  model: RecurringModel;

  @Column('text')
  currency: string;

  /** Limits of each charge, of all charges, and of their number; model A only. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  amountLimitMinor: number | null;

  @Column('bigint', { transformer: minorTransformer, nullable: true })
  totalLimitMinor: number | null;

  @Column('integer', { nullable: true })
  countLimit: number | null;

  /** Length of a billing period, such as `1M`. */
  @Column('text', { nullable: true })
  frequency: string | null;

  /** From when and until when it may be charged. */
  @Column('timestamptz', { nullable: true })
  initiationAt: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** What its connector wants back. */
  @Column('jsonb', { nullable: true })
  data: ProviderData | null;

  /** What the payer has to do; its dates are text. */
  @Column('jsonb')
  next: NextStep;

  /** Why the channel refused it. */
  @Column('text', { nullable: true })
  reason: FailureReason | null;

  @Column('text', { nullable: true })
  cancelledBy: CancelledBy | null;

  @Column('text', { nullable: true })
  cancelledReason: string | null;

  /** The text that the payer agreed to; null where that was not on a page of the gateway. */
  @Column('jsonb', { nullable: true })
  mandateShown: ConsentEvidence | null;

  /** All charges that are paid, held or under way, and the paid ones of these. */
  @Column('integer')
  chargeCount: number;

  @Column('bigint', { transformer: minorTransformer })
  chargeMinor: number;

  @Column('integer')
  paidCount: number;

  @Column('bigint', { transformer: minorTransformer })
  paidMinor: number;

  /** Under which `Idempotency-Key` it was asked for. */
  @Column('text', { nullable: true })
  requestKey: string | null;

  /** When it expires or finishes by itself. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  /** Span of the request that made it; null where nothing was traced. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  /** Kept after its end. */
  @Column('timestamptz', { nullable: true })
  activatedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
