import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SmsServiceType } from '../service-type.js';

/** The columns that premium SMS adds to a service. */
@Entity('sms_service')
export class SmsServiceDetails {
  @PrimaryColumn('text')
  serviceId: string;

  @Column('text')
  type: SmsServiceType;

  /** Prefix and suffix are the two parts of the keyword: `TC` and `SKLEP` in `TC.SKLEP`. */
  @Column('text')
  prefix: string;

  @Column('text')
  suffix: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('boolean')
  adult: boolean;

  /** The partner's share of the net price, in basis points. */
  @Column('integer')
  shareBp: number;

  /** URL of the partner's program, which is called for each message. Set exactly for services of type API_URL. */
  @Column('text', { nullable: true })
  apiUrl: string | null;
}
