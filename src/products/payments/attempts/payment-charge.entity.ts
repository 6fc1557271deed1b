import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecurringModel } from '../../../connectors/acquirers/port/mandate.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';

/** `running`, `held` and `taken` charges count against the limits of their subscription; `free` ones took no money. */
export type RecurringChargeState = 'running' | 'held' | 'taken' | 'free';

/** One charge of a subscription. An attempt of a payment of its own makes it; a trigger keeps its standing in step with the attempt's state. */
@Entity('payment_charge')
export class PaymentCharge {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  subscriptionId: string;

  @Column('uuid')
  transactionId: string;

  /** Null while the payer has to confirm it first. */
  @Column('uuid', { nullable: true })
  attemptReference: string | null;

  @Column('text')
  standing: RecurringChargeState;

  @Column('text')
  model: RecurringModel;

  @Column('bigint', { transformer: minorTransformer })
  amountMinor: number;

  /** Number of the try within its billing period, from 0. */
  @Column('smallint')
  number: number;

  /** Number of its billing period; null where there are none. */
  @Column('integer', { nullable: true })
  period: number | null;

  /** A new label for the payer's app, and lines for the payer's bank. */
  @Column('text', { nullable: true })
  label: string | null;

  @Column('jsonb')
  lines: readonly string[];

  /** The rule for which the payer has to confirm it before it is made. */
  @Column('text', { nullable: true })
  heldFor: string | null;

  @Column('timestamptz', { nullable: true })
  confirmedAt: Date | null;

  /** Under which `Idempotency-Key` it was asked for. */
  @Column('text', { nullable: true })
  requestKey: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
