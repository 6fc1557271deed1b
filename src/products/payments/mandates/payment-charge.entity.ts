import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecurringModel } from '../../../connectors/acquirers/port/mandate.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';

/**
 * Pending (`running`), `held` and paid (`taken`) charges count against the limits of their subscription. Released (`free`) charges captured no
 * money.
 */
export type RecurringChargeState = 'running' | 'held' | 'taken' | 'free';

/**
 * A recurring charge. It has its own payment and is made by an attempt of that payment. A trigger derives `state` from the attempt's state.
 */
@Entity('payment_charge')
export class PaymentCharge {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  subscriptionId: string;

  @Column('uuid')
  transactionId: string;

  /** Null while the payer has to confirm the charge first. */
  @Column('uuid', { nullable: true })
  attemptReference: string | null;

  @Column('text')
  state: RecurringChargeState;

  @Column('text')
  model: RecurringModel;

  @Column('bigint', { transformer: minorTransformer })
  amountMinor: number;

  /** Number of the charge within its billing period, from 0: a failed charge may be followed by another. */
  @Column('smallint')
  number: number;

  /** Number of the billing period; null for a subscription without billing periods. */
  @Column('integer', { nullable: true })
  period: number | null;

  /** A new label for the payer's app. null keeps the label. */
  @Column('text', { nullable: true })
  label: string | null;

  /** Lines for the payer's bank. */
  @Column('jsonb')
  lines: readonly string[];

  /** The velocity rule for which the payer has to confirm the charge before it is made. */
  @Column('text', { nullable: true })
  holdReason: string | null;

  @Column('timestamptz', { nullable: true })
  confirmedAt: Date | null;

  /** `Idempotency-Key` of the request for the charge. */
  @Column('text', { nullable: true })
  requestKey: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
