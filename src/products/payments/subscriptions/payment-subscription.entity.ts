import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderData } from '../../../connectors/channels/port/attempt.js';
import type { RecurringModel } from '../../../connectors/channels/port/consent.js';
import type { FailureReason } from '../../../connectors/channels/port/failure-reasons.js';
import type { NextStep } from '../../../connectors/channels/port/next-step.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import type { ConsentShown } from '../mandates/consent-shown.js';
import type { CancelledBy, SubscriptionMode, SubscriptionStatus } from './subscription-transitions.js';

/** What a payer has agreed to pay again and again. Sums are minor units of `currency`. */
@Entity('payment_subscription')
export class PaymentSubscription {
  /** Also the consent's name at the channel. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  serviceId: string;

  @Column('uuid')
  aliasId: string;

  /** The payment that it was agreed to with, and the attempt that asked for it. */
  @Column('uuid')
  transactionId: string;

  @Column('uuid')
  attemptReference: string;

  @Column('text')
  status: SubscriptionStatus;

  @Column('text')
  mode: SubscriptionMode;

  @Column('text')
  model: RecurringModel;

  /** Name of the account at the acquirer. */
  @Column('text')
  connector: string;

  @Column('boolean')
  test: boolean;

  @Column('text')
  currency: string;

  /** Of each charge, of all together, and how many there may be; model A only. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  amountLimitMinor: number | null;

  @Column('bigint', { transformer: minorTransformer, nullable: true })
  totalLimitMinor: number | null;

  @Column('integer', { nullable: true })
  countLimit: number | null;

  /** `1M`: the length of a billing period. */
  @Column('text', { nullable: true })
  frequency: string | null;

  /** From when on it may be charged, and until when. */
  @Column('timestamptz', { nullable: true })
  initiationAt: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** The acquirer's name of it, and what else its connector wants back. */
  @Column('text', { nullable: true })
  providerRef: string | null;

  @Column('jsonb', { nullable: true })
  data: ProviderData | null;

  /** What the payer has to do; its dates are text. */
  @Column('jsonb')
  next: NextStep;

  /** Why nothing came of it. */
  @Column('text', { nullable: true })
  reason: FailureReason | null;

  @Column('text', { nullable: true })
  rawCode: string | null;

  @Column('text', { nullable: true })
  cancelledBy: CancelledBy | null;

  @Column('text', { nullable: true })
  cancelledReason: string | null;

  /** What the payer saw and agreed to; null where that was not on a page of the gateway. */
  @Column('jsonb', { nullable: true })
  consentShown: ConsentShown | null;

  /** Charges that are paid or under way, and those of them that are paid. */
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

  /** When the acquirer is asked about it next, or told that it is over, in business time. */
  @Column('timestamptz', { nullable: true })
  askAt: Date | null;

  @Column('integer')
  askCount: number;

  /** When it expires or finishes by itself. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  /** Span of the request that made it; null where nothing was traced. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  /** Stays when it ends. */
  @Column('timestamptz', { nullable: true })
  activatedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
