import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import type { KeyClaim } from './stored-response.js';

const RETRY_DELAY_MS = 1_000;
const BATCH_SIZE = 500;

// Skips locked claims: the transactions that store their responses hold the locks and are about to commit. Returns the claims that are
// still open. Each key is looked up separately and compared twice for the reason given at `storeResponsesSql`.
const RELEASE = {
  name: 'idempotency_release',
  text: `
    WITH ended AS (
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS e (partner_id, key, claim_id)
    ), free AS (
      SELECT k.partner_id, k.key FROM ended CROSS JOIN LATERAL (
        SELECT partner_id, key FROM idempotency_key
        WHERE partner_id = ended.partner_id AND key = ended.key AND claim_id = ended.claim_id AND status IS NULL FOR UPDATE SKIP LOCKED
      ) AS k WHERE k.key = ended.key
    ), released AS (
      DELETE FROM idempotency_key k USING free WHERE k.partner_id = free.partner_id AND k.key = free.key RETURNING k.claim_id
    )
    SELECT claim_id AS "claimId" FROM ended WHERE claim_id NOT IN (SELECT claim_id FROM released)
      AND (SELECT status IS NULL FROM idempotency_key k WHERE k.partner_id = ended.partner_id AND k.key = ended.key AND k.claim_id = ended.claim_id)`,
};

/**
 * Releases the keys of requests that ended without a response to store. When the outcome of a request is unknown, for example because its
 * COMMIT got no response, the release is retried until the outcome is known. So a repeated request need not wait until the claim can be
 * taken over.
 */
@Injectable()
export class ReleaseClaimsService implements OnModuleDestroy {
  private readonly unreleasedClaims = new Map<string, KeyClaim>();
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(private readonly dataSource: DataSource) {}

  /** Releases the key, unless the change was committed after all: its stored response then remains. Never throws. */
  async run(claim: KeyClaim): Promise<void> {
    this.unreleasedClaims.set(claim.claimId, claim);
    await this.release([claim]).catch(() => undefined);
    this.scheduleRetry();
  }

  /** Whether the claim's request has ended in this process while the release is not confirmed yet. */
  hasEnded(claimId: string): boolean {
    return this.unreleasedClaims.has(claimId);
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    clearTimeout(this.timer);
  }

  private async release(claims: KeyClaim[]): Promise<void> {
    const values = [claims.map(({ partnerId }) => partnerId), claims.map(({ key }) => key), claims.map(({ claimId }) => claimId)];
    const openClaims = await runNamed<{ claimId: string }>(this.dataSource, RELEASE, values);
    const unconfirmed = new Set(openClaims.map(({ claimId }) => claimId));
    for (const { claimId } of claims) if (!unconfirmed.has(claimId)) this.unreleasedClaims.delete(claimId);
  }

  private scheduleRetry(): void {
    if (this.unreleasedClaims.size === 0 || this.isStopping) return;
    this.timer ??= setTimeout(() => void this.retry(), RETRY_DELAY_MS).unref();
  }

  private async retry(): Promise<void> {
    await this.release([...this.unreleasedClaims.values()].slice(0, BATCH_SIZE)).catch(() => undefined);
    this.timer = undefined;
    this.scheduleRetry();
  }
}
