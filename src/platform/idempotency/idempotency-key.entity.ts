import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A partner's `Idempotency-Key`: the first request claims it, then it holds that request's answer. */
@Entity('idempotency_key')
export class IdempotencyKey {
  @PrimaryColumn('uuid')
  partnerId: string;

  @PrimaryColumn('text')
  key: string;

  /** Of the request; another request under the same key is refused. */
  @Column('bytea')
  fingerprint: Buffer;

  /** The request that holds the key now: only it may store an answer or release the key. */
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
