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

const CLAIMS_AT_ONCE = 64;
const STATEMENTS_AT_ONCE = 2;

/** Claims keys that were not used before. Requests that come at the same moment share a statement and a commit. */
@Injectable()
export class ClaimKeysService {
  private readonly together: Batcher<NewClaim, boolean>;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) log: Logger,
  ) {
    this.together = new Batcher(
      (claims) => this.claim(claims),
      CLAIMS_AT_ONCE,
      retryIndividually(log, 'claims of keys'),
      STATEMENTS_AT_ONCE,
    );
  }

  /** @returns false when the key was used before. */
  run(claim: NewClaim): Promise<boolean> {
    // Each request has a span of its own for the shared statement.
    return inStatementSpan(CLAIM.name, async () => (await this.together.ask(claim)) ?? (await this.claim([claim]))[0] ?? false);
  }

  private async claim(claims: NewClaim[]): Promise<boolean[]> {
    const rows = await runNamed<{ claim_id: string }>(this.dataSource, CLAIM, CLAIMS.values(claims));
    const fresh = new Set(rows.map(({ claim_id }) => claim_id));
    return claims.map(({ claimId }) => fresh.has(claimId));
  }
}
