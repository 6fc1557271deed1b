import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../common/errors/domain-error.js';
import { SystemClock } from '../../common/time/clocks.js';
import { runNamed } from '../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../runtime/database/rows/row-selection.js';
import { withoutStatementTimeout } from '../../runtime/database/without-statement-timeout.js';
import { ClaimKeysService, type NewClaim } from './claim-keys.service.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import type { KeyClaim, StoredAnswer } from './kept-answer.js';
import { ReleaseClaimsService } from './release-claims.service.js';

/** A claim of this age belongs to a process that died: the answer would have been kept with the change, so there was none. */
const CLAIM_SECONDS = 60;

export type KeyOwner = Pick<IdempotencyKey, 'partnerId' | 'key'>;

const STANDING = selectionOf(IdempotencyKey, ['fingerprint', 'claimId', 'claimedAt', 'status', 'body']);
type StandingKey = RowOf<typeof STANDING>;

const READ = { name: 'idempotency_read', text: `SELECT ${STANDING.columns()} FROM idempotency_key WHERE partner_id = $1 AND key = $2` };
// Passes over a claim whose change is just being committed: that is no claim of a request that came to nothing.
const TAKE_OVER = {
  name: 'idempotency_take_over',
  text: `
    WITH idle AS (
      SELECT partner_id, key FROM idempotency_key WHERE partner_id = $1 AND key = $2 AND claim_id = $3 AND status IS NULL
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE idempotency_key k SET claim_id = $4, claimed_at = $5 FROM idle
    WHERE k.partner_id = idle.partner_id AND k.key = idle.key RETURNING k.claim_id`,
};

const DELETE_OLD =
  'DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY (SELECT ctid FROM idempotency_key WHERE claimed_at < $1 ORDER BY claimed_at LIMIT $2 FOR UPDATE SKIP LOCKED))';

/** Claims of keys, and the answers that were kept under them. */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly claims: ClaimKeysService,
    private readonly releases: ReleaseClaimsService,
  ) {}

  /**
   * @returns the answer kept under the key, or a fresh claim.
   * @throws DomainError VALIDATION_ERROR when the key was used for another request, IDEMPOTENCY_CONFLICT while that request is running.
   */
  async claim(owner: KeyOwner, fingerprint: Buffer): Promise<StoredAnswer | KeyClaim> {
    const fresh = { ...owner, fingerprint, claimId: uuidv7(), claimedAt: this.clock.now() };
    if (await this.claims.run(fresh)) return fresh;
    const [standing] = STANDING.rows(await runNamed<StandingKey & object>(this.dataSource, READ, [owner.partnerId, owner.key]));
    if (standing && !standing.fingerprint.equals(fingerprint)) {
      throw new DomainError('VALIDATION_ERROR', {
        errors: { 'Idempotency-Key': ['This key was used for another request; use a new key for each request.'] },
      });
    }
    if (standing?.status != null && standing.body !== null) return { status: standing.status, body: standing.body };
    if (standing && this.cameToNothing(standing) && (await this.takeOver(standing, fresh))) return fresh;
    throw new DomainError('IDEMPOTENCY_CONFLICT', {
      message: 'A request with this Idempotency-Key is still running. Repeat it in a moment to get its answer.',
    });
  }

  /** The request came to nothing worth keeping: the key may be used again at once. Never throws. */
  release(claim: KeyClaim): Promise<void> {
    return this.releases.run(claim);
  }

  /** Deletes keys older than `days`, a batch at a time. @returns how many. */
  async deleteOlderThan(days: number, batch = 5_000): Promise<number> {
    const before = new Date(this.clock.now().getTime() - days * 86_400_000);
    const [, deleted] = await withoutStatementTimeout(this.dataSource, (tx) => tx.query<[unknown[], number]>(DELETE_OLD, [before, batch]));
    return deleted;
  }

  private cameToNothing({ claimId, claimedAt }: StandingKey): boolean {
    return this.releases.hasEnded(claimId) || claimedAt.getTime() < this.clock.now().getTime() - CLAIM_SECONDS * 1000;
  }

  private async takeOver({ claimId }: StandingKey, fresh: NewClaim): Promise<boolean> {
    const values = [fresh.partnerId, fresh.key, claimId, fresh.claimId, fresh.claimedAt];
    return (await runNamed(this.dataSource, TAKE_OVER, values)).length > 0;
  }
}
