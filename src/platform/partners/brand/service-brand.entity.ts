import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Locale } from '../../../common/locale.js';
import type { LogoType } from './service-brand.js';

/** The brand of a service on payers' pages. A service without a row has the gateway's look. */
@Entity('service_brand')
export class ServiceBrandRow {
  @PrimaryColumn('text')
  serviceId: string;

  @Column('text', { nullable: true })
  name: string | null;

  @Column('bytea', { nullable: true })
  logo: Buffer | null;

  @Column('text', { nullable: true })
  logoType: LogoType | null;

  /** SHA-256 of the logo in hex. */
  @Column('text', { nullable: true })
  logoHash: string | null;

  @Column('text', { nullable: true })
  accent: string | null;

  @Column('text', { nullable: true })
  language: Locale | null;

  @Column('text', { nullable: true })
  contact: string | null;

  @Column('text', { nullable: true })
  withdrawalUrl: string | null;

  @Column('timestamptz')
  updatedAt: Date;
}
