import type { NamedQuery } from '../../runtime/database/named-query.js';

/**
 * The members of a WITH that count changes, for a statement that writes the rows themselves in the same round trip.
 * Each connection writes rows of its own, so transactions never wait for each other here, in whatever order they count.
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

/** Parameters, per change: list, status, moment of creation, +1 or −1. */
export const CHANGE: NamedQuery = {
  name: 'listing-change',
  text: `WITH ${countChanges('SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::bigint[]) AS c (list, status, created_at, by)')} SELECT`,
};
