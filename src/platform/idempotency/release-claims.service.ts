import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import type { KeyClaim } from './stored-response.js';

const AGAIN_AFTER_MS = 1_000;
const AT_ONCE = 500;

// Skips locked claims: their change is being committed. Returns those of the given claims that are still open.
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
 * Releases the keys of requests that ended without an answer to store. When the outcome of a request is unknown (its COMMIT got no reply,
 * say), the database is asked until it is known, so that a repeated request need not wait until the claim is old enough to be taken over.
 */
@Injectable()
export class ReleaseClaimsService implements OnModuleDestroy {
  private readonly ended = new Map<string, KeyClaim>();
  private again: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(private readonly dataSource: DataSource) {}

  /** Frees the key, unless the change was made after all: then its answer stands. Never throws. */
  async run(claim: KeyClaim): Promise<void> {
    this.ended.set(claim.claimId, claim);
    await this.release([claim]).catch(() => undefined);
    this.keepAsking();
  }

  /** Whether the claim's request has ended in this process and the database does not know it yet. */
  hasEnded(claimId: string): boolean {
    return this.ended.has(claimId);
  }

  onModuleDestroy(): void {
    this.stopping = true;
    clearTimeout(this.again);
  }

  private async release(claims: KeyClaim[]): Promise<void> {
    const values = [claims.map(({ partnerId }) => partnerId), claims.map(({ key }) => key), claims.map(({ claimId }) => claimId)];
    const open = await runNamed<{ claimId: string }>(this.dataSource, RELEASE, values);
    const inDoubt = new Set(open.map(({ claimId }) => claimId));
    for (const { claimId } of claims) if (!inDoubt.has(claimId)) this.ended.delete(claimId);
  }

  private keepAsking(): void {
    if (this.ended.size === 0 || this.stopping) return;
    this.again ??= setTimeout(() => void this.askAgain(), AGAIN_AFTER_MS).unref();
  }

  private async askAgain(): Promise<void> {
    await this.release([...this.ended.values()].slice(0, AT_ONCE)).catch(() => undefined);
    this.again = undefined;
    this.keepAsking();
  }
}
