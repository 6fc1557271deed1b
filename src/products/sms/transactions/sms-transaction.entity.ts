import { Column, Entity, PrimaryColumn } from 'typeorm';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';

/** A message that a payer sent to a service and paid for. All amounts are minor units of PLN. */
@Entity('sms_transaction')
export class SmsTransaction {
  /** An ascending whole number as text. */
  @PrimaryColumn('bigint')
  id: string;

  @Column('text')
  serviceId: string;

  /** The SMS gateway's id of the message. */
  @Column('text')
  messageId: string;

  /** The payer's phone number: digits with the country code. */
  @Column('text')
  fromNumber: string;

  /** The short number to which the payer sent the message. */
  @Column('integer')
  sendNumber: number;

  /** Empty for services of type API_URL. */
  @Column('text')
  code: string;

  /** When the partner first checked the code. null while the code is unused. */
  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;

  /** Whether the message came from the simulated phone, so that no money was paid. */
  @Column('boolean')
  test: boolean;

  @Column('bigint', { transformer: minorTransformer })
  netMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  grossMinor: number;

  @Column('bigint', { transformer: minorTransformer })
  partnerMinor: number;

  /** When the payer sent the message. If the SMS gateway sent no usable time, when the gateway received the message. */
  @Column('timestamptz')
  sentAt: Date;

  @Column('timestamptz')
  createdAt: Date;
}
