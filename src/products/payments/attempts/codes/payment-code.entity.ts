import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FailureReason } from '../../../../connectors/acquirers/port/failure-reasons.js';

/** `open`: its outcome is not known yet; `closed`: its attempt ended without a status report about it. */
export type CodeState = 'open' | 'refused' | 'not_sent' | 'paid' | 'closed';

/** One code that was typed for an attempt, or an alias in its place. The code itself is never stored. */
@Entity('payment_code')
export class PaymentCode {
  @PrimaryColumn('uuid')
  reference: string;

  @Column('uuid')
  attemptReference: string;

  @Column('text')
  state: CodeState;

  @Column('text', { nullable: true })
  reason: FailureReason | null;

  @Column('text', { nullable: true })
  rawCode: string | null;

  /** The alias that is registered with it, if the payer agrees. */
  @Column('uuid', { nullable: true })
  registers: string | null;

  /** Under which `Idempotency-Key` it was submitted. */
  @Column('text', { nullable: true })
  requestKey: string | null;

  /** The alias that was used in place of a code. */
  @Column('uuid', { nullable: true })
  aliasId: string | null;

  @Column('timestamptz')
  sentAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
