/** A row that entered (`by: 1`) or left (`by: -1`) a status. A status change has both, each with the `createdAt` of the row. */
export interface ListingChange {
  /** Name of the list, e.g. `directbilling:e65c7519`. */
  list: string;
  status: string;
  createdAt: Date;
  by: 1 | -1;
}

/**
 * CTEs that count changes, for a statement that writes the rows in the same round trip. Each connection has its own counter rows, so
 * transactions that count never wait for each other.
 * @param changes a SELECT of `list text, status text, created_at timestamptz, by bigint` (+1 or −1)
 */
export function countChanges(changes: string): string {
  return `
    change AS (${changes}),
    counted AS (
      INSERT INTO listing_change AS fresh (list, status, minute, slot, count)
      SELECT list, status, date_trunc('minute', created_at, 'UTC'), pg_backend_pid(), sum(by) FROM change
      GROUP BY 1, 2, 3 HAVING sum(by) <> 0
      ON CONFLICT (list, status, minute, slot) DO UPDATE SET count = fresh.count + excluded.count
    )`;
}

/**
 * A SELECT for `countChanges`.
 * @param firstParameter number of the first of `CHANGE_PARAMETERS` parameters. `changeValues` returns their values.
 */
export function changesFromParameters(firstParameter: number): string {
  const [lists, statuses, created, by] = Array.from({ length: CHANGE_PARAMETERS }, (_, index) => `$${firstParameter + index}`);
  return `SELECT * FROM unnest(${lists}::text[], ${statuses}::text[], ${created}::timestamptz[], ${by}::bigint[]) AS c (list, status, created_at, by)`;
}

export const CHANGE_PARAMETERS = 4;

/** Values for `changesFromParameters`. */
export function changeValues(changes: readonly ListingChange[]): unknown[] {
  return [
    changes.map((change) => change.list),
    changes.map((change) => change.status),
    changes.map((change) => change.createdAt),
    changes.map((change) => change.by),
  ];
}
