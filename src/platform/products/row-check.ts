import type { RowKey } from '../../runtime/database/rows/row-batches.js';

/**
 * A ledger check: rows about money that must agree with each other, so that no row can be changed alone. For example, a payment's status
 * and sums must agree with those of its attempts and refunds. Each product adds its own checks.
 */
export interface RowCheck {
  /** Table of the rows. The rows and the rows compared with them are read in batches by `key`. */
  table: string;
  key: RowKey;
  /** A SELECT of `id text, reason text`: the rows with a key from $1 (included) to $2 (excluded) that contradict other rows, and why. */
  inconsistentRowsSql: string;
  /** Rows per statement. Set it when a row is compared with many others. */
  rowsPerStatement?: number;
}
