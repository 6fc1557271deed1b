import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import { CHANGE, seekStatement, totalStatement } from './listing-statements.js';

/** A row that entered (`by: 1`) or left (`by: -1`) a status. A status change is both, with the row's `createdAt` each time. */
export interface ListingChange {
  /** Name of the list, e.g. `directbilling:e65c7519`. */
  list: string;
  status: string;
  createdAt: Date;
  by: 1 | -1;
}

/** Start of an hour (UTC) and the rows within it that come before the wanted one. */
export interface SeekPoint {
  hour: Date;
  skip: number;
}

/**
 * Row counts of lists, kept in the transaction that changes the rows: totals need no counting, and a deep page finds the hour
 * it starts in without walking there.
 */
@Injectable()
export class ListingCounters {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Counts all changes in one statement; may be called again in the same transaction, and waits for nobody.
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

  /** Rows in the list, or those with one status. */
  async total(list: string, status?: string): Promise<number> {
    const filtered = status !== undefined;
    const [row] = await runNamed<{ total: string }>(this.dataSource, totalStatement(filtered), filtered ? [list, status] : [list]);
    return Number(row?.total ?? 0);
  }

  /**
   * Where the row at `offset` is found: in the answered hour, after `skip` rows counted from the hour's end (newest first)
   * or its start (oldest first).
   * @returns null when the list has no such row.
   */
  async seek(list: string, offset: number, newestFirst: boolean, status?: string): Promise<SeekPoint | null> {
    const filtered = status !== undefined;
    const values = filtered ? [list, offset, status] : [list, offset];
    const [row] = await runNamed<{ hour: Date; skip: string }>(this.dataSource, seekStatement(newestFirst, filtered), values);
    return row ? { hour: row.hour, skip: Number(row.skip) } : null;
  }
}
