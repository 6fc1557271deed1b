import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ClientTier } from './client-tier.js';

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

  /** Generation of the client that uses it, when the client does not say so itself; null: it follows the reference. */
  @Column('text', { nullable: true })
  compatibility: ClientTier | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}

/** What the audit records of its changes. */
export const TOKEN_ROW = { table: 'access_token', by: 'id', without: ['token_hash'] };
