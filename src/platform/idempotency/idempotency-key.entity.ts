import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A partner's `Idempotency-Key`: the first request claims the key, and later the row has the response to that request. */
@Entity('idempotency_key')
export class IdempotencyKey {
  @PrimaryColumn('uuid')
  partnerId: string;

  @PrimaryColumn('text')
  key: string;

  /** Fingerprint of the request. A different request with the same key is rejected. */
  @Column('bytea')
  fingerprint: Buffer;

  /** Id of the current claim. Only the request with this claim may store a response or release the key. */
  @Column('uuid')
  claimId: string;

  @Column('timestamptz')
  claimedAt: Date;

  /** HTTP status of the response. Null, like the body, until a response is stored. */
  @Column('smallint', { nullable: true })
  status: number | null;

  /** The exact bytes of the response body. */
  @Column('text', { nullable: true })
  body: string | null;
}
