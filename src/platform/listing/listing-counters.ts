import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import { CHANGE } from './listing-statements.js';

/** A row that entered (`by: 1`) or left (`by: -1`) a status. A status change is both, with the row's `createdAt` each time. */
export interface ListingChange {
  /** Name of the list, e.g. `directbilling:e65c7519`. */
  list: string;
  status: string;
  createdAt: Date;
  by: 1 | -1;
}

/**
 * Row counts of lists, kept in the transaction that changes the rows: totals need no counting, and a deep page finds the hour
 * it starts in without walking there.
 */
@Injectable()
export class ListingCounters {
  /**
   * Counts all changes in one statement; may be called again in the same transaction, and waits for no other one.
   */
  async change(tx: EntityManager, changes: readonly ListingChange[]): Promise<void> {
    if (changes.length === 0) return;
    await runNamed(tx, CHANGE, [
      changes.map((change) => change.list),
      changes.map((change) => change.status),
      changes.map((change) => change.createdAt),
      changes.map((change) => change.by),
    ]);
  }
}
