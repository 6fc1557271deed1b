import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A partner's `Idempotency-Key`: claimed by the request that came first, then holding its answer. */
@Entity('idempotency_key')
export class IdempotencyKey {
  @PrimaryColumn('uuid')
  partnerId: string;

  @PrimaryColumn('text')
  key: string;

  /** What the request was; another one under the same key is refused. */
  @Column('bytea')
  fingerprint: Buffer;

  /** Whose the key is at present: only he may keep an answer or give the key back. */
  @Column('uuid')
  claimId: string;

  @Column('timestamptz')
  claimedAt: Date;

  /** Null, as the body, until there is an answer. */
  @Column('smallint', { nullable: true })
  status: number | null;

  /** The exact bytes that were answered. */
  @Column('text', { nullable: true })
  body: string | null;
}
