import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ClientTier } from './client-tier.js';

/** A bearer token of 256 random bits. Only its SHA-256 is stored. */
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

  /** IPv4/IPv6 addresses or CIDRs. Empty means any address. */
  @Column('text', { array: true })
  allowedNetworks: string[];

  /** Services that the token is limited to. Empty means all services of the partner. */
  @Column('text', { array: true })
  serviceIds: string[];

  /** Generation of the client that uses the token, when its requests do not show the generation. Null means the API reference. */
  @Column('text', { nullable: true })
  compatibility: ClientTier | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}

/** The columns that the audit log records for changes of a token. */
export const TOKEN_ROW = { table: 'access_token', subjectColumn: 'id', excludedColumns: ['token_hash'] };
