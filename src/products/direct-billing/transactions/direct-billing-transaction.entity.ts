import { Column, Entity, PrimaryColumn } from 'typeorm';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import type { AmountType } from '../commission/price.js';
import type { Tariffs } from '../commission/tariff.js';
import type { DirectBillingStatus } from './transaction-transitions.js';
import type { Rejection } from '../rejection.js';

/** One sale charged to a phone bill. All amounts are minor units of PLN. */
@Entity('direct_billing_transaction')
export class DirectBillingTransaction {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  serviceId: string;

  @Column('text')
  status: DirectBillingStatus;

  @Column('text')
  amountType: AmountType;

  /** The amount that the partner gave; its meaning depends on `amountType`. */
  @Column('bigint', { transformer: minorTransformer })
  amountMinor: number;

  /** Price of the chosen operator; of the cheapest until one is chosen. */
  @Column('bigint', { transformer: minorTransformer })
  grossMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  netMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  partnerMinor: number;

  /** The tariffs at creation: later changes do not affect this transaction. */
  @Column('jsonb')
  rates: Tariffs;

  @Column('text', { nullable: true })
  operator: Operator | null;

  @Column('text', { nullable: true })
  phoneNumber: string | null;

  @Column('boolean')
  phoneFixed: boolean;

  /** Whether the charge that counts is a test; false until one counts. */
  @Column('boolean')
  test: boolean;

  @Column('text', { nullable: true })
  control: string | null;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  successUrl: string | null;

  @Column('text', { nullable: true })
  failureUrl: string | null;

  @Column('text', { nullable: true })
  steamid: string | null;

  /** The code that the payer can type now; null without one. */
  @Column('uuid', { nullable: true })
  codeReference: string | null;

  @Column('timestamptz', { nullable: true })
  codeSentAt: Date | null;

  /** Codes sent so far, of three. */
  @Column('smallint')
  codeCount: number;

  /** Tries of the present code, of three. */
  @Column('smallint')
  tryCount: number;

  @Column('text', { nullable: true })
  rejection: Rejection | null;

  /** Span of the request that made it, so that its changes and notifications are in the same trace; null where nothing was traced. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
