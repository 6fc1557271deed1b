import type { RowKey } from '../../runtime/database/rows/row-batches.js';

/**
 * A ledger check: the entries that the rows of a table must have caused. It verifies the ledger against these rows and not only against
 * itself. Each product adds its own checks.
 */
export interface EntryCheck {
  /** Kinds of the entries that only these rows cause. */
  kinds: readonly string[];
  /** Table of the rows. `key` is its primary key, by which the rows are read in batches. */
  table: string;
  key: RowKey;
  /**
   * A SELECT of `kind text, reference text, account text, partner_id uuid, test boolean, currency text, amount_minor bigint`: the postings
   * that the rows with a key from $1 (included) to $2 (excluded) must have caused. No posting has an amount of zero.
   */
  postings: string;
  /** Rows per statement. Set it when a row stands for many entries. */
  rowsPerStatement?: number;
}
