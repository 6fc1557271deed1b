import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Batcher } from '../../runtime/database/batcher.js';
import { runNamed } from '../../runtime/database/named-query.js';
import { insertionOf, type NewRowOf } from '../../runtime/database/rows/row-insertion.js';
import { inStatementSpan } from '../../runtime/database/statement-span.js';
import { retryIndividually } from '../../runtime/database/retry-individually.js';
import { LOGGER } from '../../runtime/logging/logger.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import { claimKeys } from './stored-response.js';

const CLAIMS = insertionOf(IdempotencyKey, ['status', 'body']);
export type NewClaim = NewRowOf<typeof CLAIMS>;

const CLAIM = { name: 'idempotency_claim', text: claimKeys(CLAIMS.insert()) };

const MAX_CLAIMS_PER_STATEMENT = 64;
const MAX_CONCURRENT_STATEMENTS = 2;

/** Claims keys that were not used before. Concurrent requests share one statement and one commit. */
@Injectable()
export class ClaimKeysService {
  private readonly batcher: Batcher<NewClaim, boolean>;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) log: Logger,
  ) {
    this.batcher = new Batcher(
      (claims) => this.claim(claims),
      MAX_CLAIMS_PER_STATEMENT,
      retryIndividually(log, 'claims of keys'),
      MAX_CONCURRENT_STATEMENTS,
    );
  }

  /** @returns false when the key was used before, or another request is claiming it at this moment. */
  run(claim: NewClaim): Promise<boolean> {
    // Each request has its own span for the shared statement. The batcher returns undefined when a claim must be repeated alone.
    return inStatementSpan(CLAIM.name, async () => (await this.batcher.query(claim)) ?? (await this.claim([claim]))[0] ?? false);
  }

  private async claim(claims: NewClaim[]): Promise<boolean[]> {
    const rows = await runNamed<{ claim_id: string }>(this.dataSource, CLAIM, CLAIMS.values(claims));
    const claimedIds = new Set(rows.map(({ claim_id }) => claim_id));
    return claims.map(({ claimId }) => claimedIds.has(claimId));
  }
}
