import { Column, Entity, PrimaryColumn } from 'typeorm';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';

/** A message that was sold. All amounts are minor units of PLN. */
@Entity('sms_transaction')
export class SmsTransaction {
  /** An ascending whole number as text. */
  @PrimaryColumn('bigint')
  id: string;

  @Column('text')
  serviceId: string;

  @Column('text')
  messageId: string;

  /** The payer's phone number: digits with the country code. */
  @Column('text')
  fromNumber: string;

  @Column('integer')
  sendNumber: number;

  /** Empty for services of type API_URL. */
  @Column('text')
  code: string;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;

  @Column('boolean')
  test: boolean;

  @Column('bigint', { transformer: minorTransformer })
  netMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  grossMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  partnerMinor: number;

  /** When the payer sent the message. */
  @Column('timestamptz')
  sentAt: Date;

  @Column('timestamptz')
  createdAt: Date;
}
