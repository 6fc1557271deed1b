import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A bearer token. Only the SHA-256 of its 256 random bits is kept. */
@Entity('access_token')
export class AccessToken {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  partnerId: string;

  @Column('text')
  name: string;

  @Column('bytea')
  tokenHash: Buffer;

  /** Abilities or prefixes with a star: `payment.*`, `*`. */
  @Column('text', { array: true })
  abilities: string[];

  /** IPv4/IPv6 addresses or CIDRs; empty means any. */
  @Column('text', { array: true })
  allowedNetworks: string[];

  /** Services the token sees; empty means all of the partner's. */
  @Column('text', { array: true })
  serviceIds: string[];

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
