import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { InboundOutcome } from './outcome.js';

/** A message as it arrived, sold or refused, once per id of the SMS gateway. */
@Entity('sms_inbound')
export class SmsInbound {
  @PrimaryColumn('text')
  messageId: string;

  /** As it was given. */
  @Column('text')
  fromNumber: string;

  /** As it was given; it may be none of ours. */
  @Column('text')
  sendNumber: string;

  @Column('text')
  text: string;

  @Column('timestamptz')
  sentAt: Date;

  @Column('timestamptz')
  receivedAt: Date;

  /** Whether it came from the simulated phone. */
  @Column('boolean')
  test: boolean;

  @Column('text')
  outcome: InboundOutcome;

  @Column('text', { nullable: true })
  serviceId: string | null;

  /** Null only while the gateway waits for the partner's answer. */
  @Column('text', { nullable: true })
  reply: string | null;
}
