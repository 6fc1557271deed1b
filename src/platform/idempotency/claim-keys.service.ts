import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Batcher } from '../../runtime/database/batcher.js';
import { runNamed } from '../../runtime/database/named-query.js';
import { insertionOf, type NewRowOf } from '../../runtime/database/rows/row-insertion.js';
import { inStatementSpan } from '../../runtime/database/statement-span.js';
import { tryAlone } from '../../runtime/database/try-alone.js';
import { LOGGER } from '../../runtime/logging/logger.js';
import { IdempotencyKey } from './idempotency-key.entity.js';

const CLAIMS = insertionOf(IdempotencyKey, ['status', 'body']);
export type NewClaim = NewRowOf<typeof CLAIMS>;

// Keys that are known already are left out beforehand, each looked up by itself: an answer that is just being written to one would have
// to be waited for. In order, so that two processes which claim the same keys do not wait for each other.
const CLAIM = {
  name: 'idempotency_claim',
  text: `${CLAIMS.insert()}
    WHERE (SELECT k.claim_id FROM idempotency_key k WHERE k.partner_id = fresh.partner_id AND k.key = fresh.key) IS NULL
    ORDER BY fresh.partner_id, fresh.key ON CONFLICT DO NOTHING RETURNING claim_id AS "claimId"`,
};

const CLAIMS_AT_ONCE = 64;
const STATEMENTS_AT_ONCE = 2;

/** Claims keys that were not used before. Those of requests that come at the same moment are claimed in one statement and one commit. */
@Injectable()
export class ClaimKeysService {
  private readonly together: Batcher<NewClaim, boolean>;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) log: Logger,
  ) {
    this.together = new Batcher((claims) => this.claim(claims), CLAIMS_AT_ONCE, tryAlone(log, 'claims of keys'), STATEMENTS_AT_ONCE);
  }

  /** @returns false when the key was used before. */
  run(claim: NewClaim): Promise<boolean> {
    // The span of the statement that others share is each one's own.
    return inStatementSpan(CLAIM.name, async () => (await this.together.ask(claim)) ?? (await this.claim([claim]))[0] ?? false);
  }

  private async claim(claims: NewClaim[]): Promise<boolean[]> {
    const rows = await runNamed<{ claimId: string }>(this.dataSource, CLAIM, CLAIMS.values(claims));
    const fresh = new Set(rows.map(({ claimId }) => claimId));
    return claims.map(({ claimId }) => fresh.has(claimId));
  }
}
