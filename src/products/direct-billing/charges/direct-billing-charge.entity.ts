import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import { RemoteOperationRow } from '../../../platform/remote-operations/remote-operation.js';
import type { ChargeState } from './states.js';

/** What the operator reported after it had booked the charge. */
export type ChargeConflict = 'refused_after_booking' | 'wrong_code_after_booking';

/**
 * One charge on a phone bill for a transaction. The charge stores its own operator, number and price, because the payer may choose others while the
 * operator may still book the charge.
 */
@Entity('direct_billing_charge')
export class DirectBillingCharge extends RemoteOperationRow {
  @PrimaryColumn('uuid')
  reference: string;

  @Column('uuid')
  transactionId: string;

  @Column('text')
  operator: Operator;

  @Column('text')
  state: ChargeState;

  /** `48XXXXXXXXX`: the country code of Poland and nine digits. */
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

  /** The status update that conflicts with the booking, and its time. null without a conflict. */
  @Column('text', { nullable: true })
  conflict: ChargeConflict | null;

  @Column('timestamptz', { nullable: true })
  conflictAt: Date | null;

  @Column('timestamptz')
  sentAt: Date;
}
