import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SmsServiceType } from '../service-type.js';

/** What premium SMS adds to a service. */
@Entity('sms_service')
export class SmsServiceDetails {
  @PrimaryColumn('text')
  serviceId: string;

  @Column('text')
  type: SmsServiceType;

  /** First and second part of the message's first word: `TC` and `SKLEP` of `TC.SKLEP`. */
  @Column('text')
  prefix: string;

  @Column('text')
  suffix: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('boolean')
  adult: boolean;

  /** The partner's share of the net price, basis points. */
  @Column('integer')
  shareBp: number;

  /** Called for each message; set exactly for API_URL services. */
  @Column('text', { nullable: true })
  apiUrl: string | null;
}
