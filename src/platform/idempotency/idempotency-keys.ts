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

/** An older claim without an answer belongs to a process that died before its change: answers are stored with the change. */
const CLAIM_SECONDS = 60;

export type KeyOwner = Pick<IdempotencyKey, 'partnerId' | 'key'>;

const STANDING = selectionOf(IdempotencyKey, ['fingerprint', 'claimId', 'claimedAt', 'status', 'body']);
type StandingKey = RowOf<typeof STANDING>;

const READ = { name: 'idempotency_read', text: `SELECT ${STANDING.columns()} FROM idempotency_key WHERE partner_id = $1 AND key = $2` };
// Skips a locked claim: its change is being committed.
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

/** Claims of keys, and the answers that are stored under them. */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly claims: ClaimKeysService,
    private readonly releases: ReleaseClaimsService,
  ) {}

  /**
   * @returns the answer stored under the key, or a fresh claim.
   * @throws DomainError VALIDATION_ERROR when the key was used for another request, IDEMPOTENCY_CONFLICT while that request is running.
   */
  async claim(owner: KeyOwner, fingerprint: Buffer): Promise<ResponseContent | KeyClaim> {
    const fresh = this.newClaim(owner, fingerprint);
    return (await this.claims.run(fresh)) ? fresh : this.afterEarlier(fresh);
  }

  /** A claim that is not made yet. */
  newClaim(owner: KeyOwner, fingerprint: Buffer): NewClaim {
    return { ...owner, fingerprint, claimId: uuidv7(), claimedAt: this.clock.now() };
  }

  /** For a key that was used before: takes it over when that came to nothing. @throws ReplayedResponse, and what `claim` throws. */
  async takeOverOrReplay(fresh: NewClaim): Promise<KeyClaim> {
    return orReplayed(await this.afterEarlier(fresh));
  }

  /** @throws ReplayedResponse, and what `claim` throws, when the key was used before, unless that came to nothing. */
  async refuseIfUsed(fresh: NewClaim): Promise<void> {
    const earlier = await this.earlier(fresh);
    if (earlier) orReplayed(earlier);
  }

  private async afterEarlier(fresh: NewClaim): Promise<ResponseContent | KeyClaim> {
    const earlier = await this.earlier(fresh);
    if (earlier && 'body' in earlier) return earlier;
    if (earlier && (await this.takeOver(earlier, fresh))) return fresh;
    throw stillRunning();
  }

  /** What an earlier request left under the key: its answer, a claim that came to nothing, or nothing at all. */
  private async earlier({ partnerId, key, fingerprint }: NewClaim): Promise<ResponseContent | KeyClaim | null> {
    const [standing] = STANDING.rows(await runNamed<StandingKey & object>(this.dataSource, READ, [partnerId, key]));
    if (!standing) return null;
    if (!standing.fingerprint.equals(fingerprint)) {
      throw new DomainError('VALIDATION_ERROR', {
        errors: { 'Idempotency-Key': ['This key was used for another request; use a new key for each request.'] },
      });
    }
    const { status, body, claimId } = standing;
    if (status !== null && body !== null) return { status, body };
    if (!this.cameToNothing(standing)) throw stillRunning();
    return { partnerId, key, claimId };
  }

  /** The request ended without an answer to store: the key may be used again at once. Never throws. */
  release(claim: KeyClaim): Promise<void> {
    return this.releases.run(claim);
  }

  private cameToNothing({ claimId, claimedAt }: StandingKey): boolean {
    return this.releases.hasEnded(claimId) || claimedAt.getTime() < this.clock.now().getTime() - CLAIM_SECONDS * 1000;
  }

  private async takeOver({ claimId }: KeyClaim, fresh: NewClaim): Promise<boolean> {
    const values = [fresh.partnerId, fresh.key, claimId, fresh.claimId, fresh.claimedAt];
    return (await runNamed(this.dataSource, TAKE_OVER, values)).length > 0;
  }
}

function orReplayed(found: ResponseContent | KeyClaim): KeyClaim {
  if ('body' in found) throw new ReplayedResponse(found.status, found.body);
  return found;
}

const stillRunning = (): DomainError =>
  new DomainError('IDEMPOTENCY_CONFLICT', {
    message: 'A request with this Idempotency-Key is still running. Repeat it in a moment to get its answer.',
  });
