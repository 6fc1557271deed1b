import { Column, Entity, PrimaryColumn } from 'typeorm';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import type { LinkStatus } from './link-transitions.js';

/** An address at which payers pay without a shop. Each payment that is begun there is a payment of its own. */
@Entity('payment_link')
export class PaymentLink {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  serviceId: string;

  /** 256 random bits in its address, which is all that a payer needs. */
  @Column('text')
  token: string;

  @Column('text')
  status: LinkStatus;

  /** What each payer pays, in minor units of `currency`; null where payers choose. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  amountMinor: number | null;

  /** Bounds of what payers may choose; null: those of the channels. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  minMinor: number | null;

  @Column('bigint', { transformer: minorTransformer, nullable: true })
  maxMinor: number | null;

  @Column('text')
  currency: string;

  /** Shown to payers, and given to each payment. */
  @Column('text', { nullable: true })
  description: string | null;

  /** The partner's own field, given to each payment. */
  @Column('text', { nullable: true })
  control: string | null;

  /** It is paid once. */
  @Column('boolean')
  singleUse: boolean;

  /** From then on no payment is begun; null: never. */
  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
