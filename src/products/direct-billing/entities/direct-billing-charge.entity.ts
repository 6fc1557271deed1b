import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import type { ChargeState } from '../charges/charge-states.js';

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

  /** When the operator is asked next, in business time; null exactly when its answer is definite. */
  @Column('timestamptz', { nullable: true })
  askAt: Date | null;

  @Column('integer')
  askCount: number;

  @Column('timestamptz')
  sentAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
