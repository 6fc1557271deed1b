import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FailureReason } from '../../../../connectors/channels/port/failure-reasons.js';

/** `open`: nobody knows yet; `closed`: its attempt ended without a word about it. */
export type CodeState = 'open' | 'refused' | 'not_sent' | 'paid' | 'closed';

/** One code that was typed for an attempt, or an alias that stood in for it. The code itself is kept nowhere. */
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

  /** The alias that the payer's app is to keep once the payer has agreed. */
  @Column('uuid', { nullable: true })
  registers: string | null;

  /** Under which `Idempotency-Key` it was submitted. */
  @Column('text', { nullable: true })
  requestKey: string | null;

  /** The alias that stood in for a code: of several apps that know it the payer may name one. */
  @Column('uuid', { nullable: true })
  aliasId: string | null;

  @Column('timestamptz')
  sentAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
