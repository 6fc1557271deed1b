import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { ReplayedResponse } from '../../common/api/replayed-response.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { SystemClock } from '../../common/time/clocks.js';
import { runNamed } from '../../runtime/database/named-query.js';
import { type RowOf, selectionOf } from '../../runtime/database/rows/row-selection.js';
import { ClaimKeysService, type NewClaim } from './claim-keys.service.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import type { KeyClaim, ResponseContent } from './stored-response.js';
import { ReleaseClaimsService } from './release-claims.service.js';

/**
 * After this time another request may take over a claim without a response, whose process has usually died. If the first request still runs
 * after all, it can no longer store its response, and a change in the same transaction is rolled back.
 */
const MAX_CLAIM_SECONDS = 60;

export type KeyOwner = Pick<IdempotencyKey, 'partnerId' | 'key'>;

const STORED_KEYS = selectionOf(IdempotencyKey, ['fingerprint', 'claimId', 'claimedAt', 'status', 'body']);
type StoredKey = RowOf<typeof STORED_KEYS>;

const READ = { name: 'idempotency_read', text: `SELECT ${STORED_KEYS.columns()} FROM idempotency_key WHERE partner_id = $1 AND key = $2` };
// Skips a locked claim: the transaction that stores its response holds the lock and is about to commit.
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

/** Claims keys and reads the responses stored under them. */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly claims: ClaimKeysService,
    private readonly releases: ReleaseClaimsService,
  ) {}

  /**
   * @returns the response stored under the key, or a new claim.
   * @throws DomainError VALIDATION_ERROR when the key was used for a different request, IDEMPOTENCY_CONFLICT while the same request is
   * running.
   */
  async claim(owner: KeyOwner, fingerprint: Buffer): Promise<ResponseContent | KeyClaim> {
    const newClaim = this.newClaim(owner, fingerprint);
    return (await this.claims.run(newClaim)) ? newClaim : this.resolveEarlier(newClaim);
  }

  /** Prepares a claim without storing it. */
  newClaim(owner: KeyOwner, fingerprint: Buffer): NewClaim {
    return { ...owner, fingerprint, claimId: uuidv7(), claimedAt: this.clock.now() };
  }

  /** For a used key: takes over its claim if allowed. @throws ReplayedResponse with the stored response, and the errors of `claim`. */
  async takeOverOrReplay(newClaim: NewClaim): Promise<KeyClaim> {
    return claimOrReplay(await this.resolveEarlier(newClaim));
  }

  /**
   * Rejects a used key, unless its claim can be taken over. @throws ReplayedResponse with the stored response, and the errors of `claim`.
   */
  async rejectIfUsed(newClaim: NewClaim): Promise<void> {
    const earlier = await this.readEarlier(newClaim);
    if (earlier) claimOrReplay(earlier);
  }

  private async resolveEarlier(newClaim: NewClaim): Promise<ResponseContent | KeyClaim> {
    const earlier = await this.readEarlier(newClaim);
    if (earlier && 'body' in earlier) return earlier;
    if (earlier && (await this.takeOver(earlier, newClaim))) return newClaim;
    throw stillRunningError();
  }

  /** @returns the stored response of an earlier request with the key, its claim if it can be taken over, or null for an unused key. */
  private async readEarlier({ partnerId, key, fingerprint }: NewClaim): Promise<ResponseContent | KeyClaim | null> {
    const [stored] = STORED_KEYS.rows(await runNamed<StoredKey & object>(this.dataSource, READ, [partnerId, key]));
    if (!stored) return null;
    if (!stored.fingerprint.equals(fingerprint)) {
      throw new DomainError('VALIDATION_ERROR', {
        errors: { 'Idempotency-Key': ['This key was used for another request; use a new key for each request.'] },
      });
    }
    const { status, body, claimId } = stored;
    if (status !== null && body !== null) return { status, body };
    if (!this.canTakeOver(stored)) throw stillRunningError();
    return { partnerId, key, claimId };
  }

  /** Releases the key of a request that ended without a response to store. The key may be used again immediately. Never throws. */
  release(claim: KeyClaim): Promise<void> {
    return this.releases.run(claim);
  }

  private canTakeOver({ claimId, claimedAt }: StoredKey): boolean {
    return this.releases.hasEnded(claimId) || claimedAt.getTime() < this.clock.now().getTime() - MAX_CLAIM_SECONDS * 1000;
  }

  private async takeOver({ claimId }: KeyClaim, newClaim: NewClaim): Promise<boolean> {
    const values = [newClaim.partnerId, newClaim.key, claimId, newClaim.claimId, newClaim.claimedAt];
    return (await runNamed(this.dataSource, TAKE_OVER, values)).length > 0;
  }
}

function claimOrReplay(earlier: ResponseContent | KeyClaim): KeyClaim {
  if ('body' in earlier) throw new ReplayedResponse(earlier.status, earlier.body);
  return earlier;
}

const stillRunningError = (): DomainError =>
  new DomainError('IDEMPOTENCY_CONFLICT', {
    message: 'A request with this Idempotency-Key is still running. Repeat it in a moment to get its answer.',
  });
