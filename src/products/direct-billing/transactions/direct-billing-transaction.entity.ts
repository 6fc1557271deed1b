import { Column, Entity, PrimaryColumn } from 'typeorm';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import type { AmountType } from '../commission/price.js';
import type { Tariffs } from '../commission/tariff.js';
import type { DirectBillingStatus } from './states.js';
import type { Rejection } from '../rejection.js';

/** A transaction that the payer pays with the phone bill. All amounts are minor units of PLN. */
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

  /** The amount of the partner's request; its meaning depends on `amountType`. */
  @Column('bigint', { transformer: minorTransformer })
  amountMinor: number;

  /** The price of the chosen operator, or of the cheapest operator until the payer chooses one. */
  @Column('bigint', { transformer: minorTransformer })
  grossMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  netMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  partnerMinor: number;

  /** The tariffs at the creation. Later changes of the tariffs do not affect the transaction. */
  @Column('jsonb')
  tariffs: Tariffs;

  @Column('text', { nullable: true })
  operator: Operator | null;

  @Column('text', { nullable: true })
  phoneNumber: string | null;

  /** The partner's request contained the number, so the payer cannot change it. */
  @Column('boolean')
  phoneFixed: boolean;

  /** Whether the accepted or booked charge is a test. false before a charge is accepted. */
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

  /** Reference of the code that the payer can enter now. null without a code. */
  @Column('uuid', { nullable: true })
  codeReference: string | null;

  @Column('timestamptz', { nullable: true })
  codeSentAt: Date | null;

  /** Number of codes sent so far, at most `MAX_SENT_CODES`. */
  @Column('smallint')
  codeCount: number;

  /** How often the payer has entered the present code, at most `MAX_CODE_TRIES`. */
  @Column('smallint')
  tryCount: number;

  /** null unless the transaction is rejected. */
  @Column('text', { nullable: true })
  rejection: Rejection | null;

  /** Trace parent of the create request, so that later changes and notifications are in the same trace. null when it was not traced. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
