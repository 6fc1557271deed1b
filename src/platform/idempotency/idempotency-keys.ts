import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../common/errors/domain-error.js';
import { SystemClock } from '../../common/time/clocks.js';
import { runNamed } from '../../runtime/database/named-query.js';
import { withoutStatementTimeout } from '../../runtime/database/without-statement-timeout.js';

/** A claim of this age belongs to a process that died: the answer would have been kept with the change, so there was none. */
const CLAIM_SECONDS = 60;

export interface StoredAnswer {
  status: number;
  /** The exact bytes that were answered. */
  body: string;
}

export interface KeyOwner {
  partnerId: string;
  key: string;
}

interface KeyRow {
  fingerprint: Buffer;
  claim_id: string;
  status: number | null;
  body: string | null;
}

// One statement claims a new key, takes an abandoned claim over, or changes nothing; what stands is read either way.
const CLAIM = {
  name: 'idempotency_claim',
  text: `INSERT INTO idempotency_key AS k (partner_id, key, fingerprint, claim_id, claimed_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (partner_id, key) DO UPDATE SET claim_id = excluded.claim_id, claimed_at = excluded.claimed_at
           WHERE k.status IS NULL AND k.claimed_at < $6 AND k.fingerprint = excluded.fingerprint
         RETURNING claim_id`,
};
const READ = {
  name: 'idempotency_read',
  text: 'SELECT fingerprint, claim_id, status, body FROM idempotency_key WHERE partner_id = $1 AND key = $2',
};
const KEEP = {
  name: 'idempotency_keep',
  text: 'UPDATE idempotency_key SET status = $4, body = $5 WHERE partner_id = $1 AND key = $2 AND claim_id = $3 AND status IS NULL RETURNING key',
};
const RELEASE = {
  name: 'idempotency_release',
  text: 'DELETE FROM idempotency_key WHERE partner_id = $1 AND key = $2 AND claim_id = $3 AND status IS NULL',
};

const DELETE_OLD =
  'DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY (SELECT ctid FROM idempotency_key WHERE claimed_at < $1 ORDER BY claimed_at LIMIT $2))';

/** Claims of keys and the answers kept under them. */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /**
   * @returns the answer kept under the key, or the id of a fresh claim.
   * @throws DomainError VALIDATION_ERROR when the key was used for another request, IDEMPOTENCY_CONFLICT while that request is running.
   */
  async claim({ partnerId, key }: KeyOwner, fingerprint: Buffer): Promise<StoredAnswer | { claimId: string }> {
    const now = this.clock.now();
    const abandonedBefore = new Date(now.getTime() - CLAIM_SECONDS * 1000);
    const [claimed] = await runNamed<{ claim_id: string }>(this.dataSource, CLAIM, [
      partnerId,
      key,
      fingerprint,
      uuidv7(),
      now,
      abandonedBefore,
    ]);
    if (claimed) return { claimId: claimed.claim_id };
    const [row] = await runNamed<KeyRow & object>(this.dataSource, READ, [partnerId, key]);
    if (row && !row.fingerprint.equals(fingerprint)) {
      throw new DomainError('VALIDATION_ERROR', {
        errors: { 'Idempotency-Key': ['This key was used for another request; use a new key for each request.'] },
      });
    }
    if (row?.status != null && row.body !== null) return { status: row.status, body: row.body };
    throw new DomainError('IDEMPOTENCY_CONFLICT', {
      message: 'A request with this Idempotency-Key is still running. Repeat it in a moment to get its answer.',
    });
  }

  /** Keeps the answer. @throws DomainError IDEMPOTENCY_CONFLICT when the claim was taken over: the change must not be committed. */
  async keep(on: EntityManager | DataSource, owner: KeyOwner, claimId: string, answer: StoredAnswer): Promise<void> {
    const kept = await runNamed(on, KEEP, [owner.partnerId, owner.key, claimId, answer.status, answer.body]);
    if (kept.length === 0)
      throw new DomainError('IDEMPOTENCY_CONFLICT', { message: 'Another request with this Idempotency-Key has taken over.' });
  }

  /** The request came to nothing worth keeping: the key may be used again at once. */
  async release(owner: KeyOwner, claimId: string): Promise<void> {
    await runNamed(this.dataSource, RELEASE, [owner.partnerId, owner.key, claimId]);
  }

  /** Deletes keys older than `days`, a batch at a time. @returns how many. */
  async deleteOlderThan(days: number, batch = 5_000): Promise<number> {
    const before = new Date(this.clock.now().getTime() - days * 86_400_000);
    const [, deleted] = await withoutStatementTimeout(this.dataSource, (tx) => tx.query<[unknown[], number]>(DELETE_OLD, [before, batch]));
    return deleted;
  }
}
