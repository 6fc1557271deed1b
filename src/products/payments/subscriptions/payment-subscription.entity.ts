import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderData } from '../../../connectors/acquirers/port/attempt.js';
import type { RecurringModel } from '../../../connectors/acquirers/port/mandate.js';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { NextStep } from '../../../connectors/acquirers/port/next-step.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import { AcquirerObject } from '../acquirers/acquirer-object.js';
import type { ConsentEvidence } from '../mandates/consent-evidence.js';
import type { CancelledBy, SubscriptionMode, SubscriptionStatus } from './states.js';

/** Terms, state and totals of a recurring payment. Amounts are minor units of `currency`. */
@Entity('payment_subscription')
export class PaymentSubscription extends AcquirerObject {
  /** Also the mandate's reference at the acquirer. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  aliasId: string;

  /** The first attempt, which set up the mandate. */
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

  /** Limit of each charge, limit of all charges together, and maximum number of charges. Only model A has them. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  amountLimitMinor: number | null;

  @Column('bigint', { transformer: minorTransformer, nullable: true })
  totalLimitMinor: number | null;

  @Column('integer', { nullable: true })
  countLimit: number | null;

  /** Length of a billing period, such as `1M`. */
  @Column('text', { nullable: true })
  frequency: string | null;

  /** Start and end of the time in which charges are allowed. */
  @Column('timestamptz', { nullable: true })
  initiationAt: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** Data that the connector needs for its next calls. */
  @Column('jsonb', { nullable: true })
  data: ProviderData | null;

  /** The payer's next step. Its dates are text. */
  @Column('jsonb')
  next: NextStep;

  /** Decline reason of the acquirer. */
  @Column('text', { nullable: true })
  reason: FailureReason | null;

  @Column('text', { nullable: true })
  cancelledBy: CancelledBy | null;

  @Column('text', { nullable: true })
  cancelledReason: string | null;

  /** Evidence of the consent on a page of the gateway. null when the payer consented elsewhere. */
  @Column('jsonb', { nullable: true })
  consentEvidence: ConsentEvidence | null;

  /** Number and sum of the charges that are paid, held or pending. `paidCount` and `paidMinor` are those of paid charges only. */
  @Column('integer')
  chargeCount: number;

  @Column('bigint', { transformer: minorTransformer })
  chargeMinor: number;

  @Column('integer')
  paidCount: number;

  @Column('bigint', { transformer: minorTransformer })
  paidMinor: number;

  /** `Idempotency-Key` of the request that created the subscription. */
  @Column('text', { nullable: true })
  requestKey: string | null;

  /** When a worker expires or finishes the subscription. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  /** Trace span of the request that created the subscription. null when tracing was off. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  /** Stays set when the subscription has ended. */
  @Column('timestamptz', { nullable: true })
  activatedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
