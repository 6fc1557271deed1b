import { Column, Entity, PrimaryColumn } from 'typeorm';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';
import type { LinkStatus } from './states.js';

/** A URL at which payers pay without a shop of the partner. Each use creates a payment of its own. */
@Entity('payment_link')
export class PaymentLink {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  serviceId: string;

  /** 256 random bits in the URL, which is all that a payer needs. */
  @Column('text')
  token: string;

  @Column('text')
  status: LinkStatus;

  /** Amount of each payment, in minor units of `currency`. null when payers choose the amount. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  amountMinor: number | null;

  /** Bounds of the amount that payers may choose. null means the bounds of the channels. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  minMinor: number | null;

  @Column('bigint', { transformer: minorTransformer, nullable: true })
  maxMinor: number | null;

  @Column('text')
  currency: string;

  /** Shown to payers, and copied to each payment. */
  @Column('text', { nullable: true })
  description: string | null;

  /** The partner's own field, copied to each payment. */
  @Column('text', { nullable: true })
  control: string | null;

  /** The link can be paid only once. */
  @Column('boolean')
  singleUse: boolean;

  /** From this time on no payment is created. null means no end. */
  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
