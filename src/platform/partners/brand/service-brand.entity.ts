import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Locale } from '../../../common/locale.js';
import type { LogoType } from './service-brand.js';

/** The brand of a service on payers' pages. A service without a row has the gateway's look. */
@Entity('service_brand')
export class ServiceBrandRow {
  @PrimaryColumn('text')
  serviceId: string;

  /** Replaces the partner's name on payers' pages. */
  @Column('text', { nullable: true })
  name: string | null;

  /** The bytes of the logo's file. */
  @Column('bytea', { nullable: true })
  logo: Buffer | null;

  @Column('text', { nullable: true })
  logoType: LogoType | null;

  /** SHA-256 of the logo in hex. */
  @Column('text', { nullable: true })
  logoHash: string | null;

  /** Colour as `#rrggbb`, readable in the pages' light theme. The dark theme lightens it (`accentThemes`). */
  @Column('text', { nullable: true })
  accent: string | null;

  /** For payers whose browser accepts none of the languages of the pages. */
  @Column('text', { nullable: true })
  language: Locale | null;

  /** The partner's contact for payers: an e-mail address or an https URL. */
  @Column('text', { nullable: true })
  contact: string | null;

  /** https URL of the partner's page for a consumer's right of withdrawal: there the payer withdraws from the contract with the partner. */
  @Column('text', { nullable: true })
  withdrawalUrl: string | null;

  @Column('timestamptz')
  updatedAt: Date;
}
