import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { runNamed } from '../../../runtime/database/named-query.js';

// SKIP LOCKED: a locked row is left for the next batch, so that no worker waits and no two workers expire the same transaction.
const LOCK_DUE = {
  name: 'direct_billing_transaction_due',
  text: `
    SELECT id FROM direct_billing_transaction t
    WHERE status = 'transaction_db_new' AND expires_at <= $1
      AND NOT EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.state = 'sent')
    ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE OF t SKIP LOCKED`,
};

/** Finds transactions that were not paid in time. */
@Injectable()
export class DueTransactionsQuery {
  constructor(private readonly clock: BusinessClock) {}

  /** Locks the returned transactions until `tx` ends. @returns their ids. */
  async run(tx: EntityManager, maxCount: number): Promise<string[]> {
    return (await runNamed<{ id: string }>(tx, LOCK_DUE, [this.clock.now(), maxCount])).map(({ id }) => id);
  }
}
