import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { InboundOutcome } from './outcome.js';

/** A received message, accepted or rejected, once per id of the SMS gateway. */
@Entity('sms_inbound')
export class SmsInbound {
  @PrimaryColumn('text')
  messageId: string;

  /** Raw, as the SMS gateway sent it. */
  @Column('text')
  fromNumber: string;

  /** Raw: it may be a number that is not in the catalogue. */
  @Column('text')
  sendNumber: string;

  @Column('text')
  text: string;

  @Column('timestamptz')
  sentAt: Date;

  @Column('timestamptz')
  receivedAt: Date;

  /** Whether the message came from the simulated phone. */
  @Column('boolean')
  test: boolean;

  @Column('text')
  outcome: InboundOutcome;

  @Column('text', { nullable: true })
  serviceId: string | null;

  /** null only until the partner call has returned a reply, or the default reply is stored. */
  @Column('text', { nullable: true })
  reply: string | null;
}
