import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FailureReason } from '../../../../connectors/acquirers/port/failure-reasons.js';

/**
 * - `open`: the outcome is not known yet
 * - `refused`: declined by the acquirer or the payer's bank
 * - `not_sent`: the acquirer was not reached
 * - `closed`: the attempt ended, or another code followed, without a status update about this code
 */
export type CodeState = 'open' | 'refused' | 'not_sent' | 'paid' | 'closed';

/** A code, or an alias used instead, that was submitted for an attempt. The code itself is never stored. */
@Entity('payment_code')
export class PaymentCode {
  /** The gateway's reference of the code at the acquirer. */
  @PrimaryColumn('uuid')
  reference: string;

  @Column('uuid')
  attemptReference: string;

  @Column('text')
  state: CodeState;

  @Column('text', { nullable: true })
  reason: FailureReason | null;

  /** The acquirer's own code for the outcome, for staff. */
  @Column('text', { nullable: true })
  rawCode: string | null;

  /** The alias that the code registers, if the payer agrees. */
  @Column('uuid', { nullable: true })
  registersAliasId: string | null;

  /** `Idempotency-Key` of the request that submitted the code. */
  @Column('text', { nullable: true })
  requestKey: string | null;

  /** The alias that was used instead of a code. */
  @Column('uuid', { nullable: true })
  aliasId: string | null;

  @Column('timestamptz')
  sentAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
