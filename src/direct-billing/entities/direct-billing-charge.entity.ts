import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Operator } from '../../connectors/ports/operator.port.js';
import { minorTransformer } from '../../database/minor-transformer.js';

/** `sent` is also "nobody knows yet". Live are `sent`, `accepted` and `booked`: at most one of a transaction. */
export type ChargeState = 'sent' | 'wrong_code' | 'not_found' | 'accepted' | 'refused' | 'booked' | 'reversal_due' | 'reversed';

/** One attempt to put a transaction on a phone bill. */
@Entity('direct_billing_charge')
export class DirectBillingCharge {
  @PrimaryColumn('uuid')
  reference: string;

  @Column('uuid')
  transactionId: string;

  @Column('text')
  operator: Operator;

  @Column('text')
  state: ChargeState;

  @Column('bigint', { transformer: minorTransformer })
  grossMinor: number;

  /** When the operator is asked next, in business time; null when its answer is definite. */
  @Column('timestamptz', { nullable: true })
  askAt: Date | null;

  @Column('integer')
  askCount: number;

  @Column('timestamptz')
  sentAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
