import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import type { ChargeState } from './charge-transitions.js';

/** The operator booked the charge and later reported it as not booked. */
export type ChargeConflict = 'refused_after_booking' | 'wrong_code_after_booking';

/**
 * One attempt to put a transaction on a phone bill. It keeps its own operator, number and price, because the payer may choose others while the
 * operator still books this one.
 */
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

  /** `48XXXXXXXXX` */
  @Column('text')
  phoneNumber: string;

  /** Minor units of PLN; VAT is gross − net. */
  @Column('bigint', { transformer: minorTransformer })
  grossMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  netMinor: number;

  /** The partner's share of the net price. */
  @Column('bigint', { transformer: minorTransformer })
  partnerMinor: number;

  /** Whether the operator is simulated, so that no money is taken. */
  @Column('boolean')
  test: boolean;

  /** The contradicting report, and its time. */
  @Column('text', { nullable: true })
  contradiction: ChargeConflict | null;

  @Column('timestamptz', { nullable: true })
  contradictedAt: Date | null;

  /** When the operator is polled next, in business time; null exactly when its answer is definite and was not contradicted since. */
  @Column('timestamptz', { nullable: true })
  nextPollAt: Date | null;

  @Column('integer')
  pollCount: number;

  @Column('timestamptz')
  sentAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
