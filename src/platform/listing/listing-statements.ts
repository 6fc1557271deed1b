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
      INSERT INTO listing_change AS fresh (list, status, hour, slot, count)
      SELECT list, status, date_trunc('hour', created_at, 'UTC'), pg_backend_pid(), sum(by) FROM change
      GROUP BY 1, 2, 3 HAVING sum(by) <> 0
      ON CONFLICT (list, status, hour, slot) DO UPDATE SET count = fresh.count + excluded.count
    )`;
}

/** Parameters, per change: list, status, moment of creation, +1 or −1. */
export const CHANGE: NamedQuery = {
  name: 'listing-change',
  text: `WITH ${countChanges('SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::bigint[]) AS c (list, status, created_at, by)')} SELECT`,
};

/** Rows in a list, or those with one status, as `total`. Parameters are SQL expressions. */
function total(list: string, status?: string): string {
  const condition = status ? `AND status = ${status}` : '';
  return `
      SELECT coalesce(sum(count), 0)::bigint AS total FROM (
        SELECT count FROM listing_counter WHERE list = ${list} AND level = 0 ${condition}
        UNION ALL
        SELECT count FROM listing_change WHERE list = ${list} ${condition}
      ) AS every`;
}

/** Parameters: list and, when filtered, status. */
export function totalStatement(filtered: boolean): NamedQuery {
  return { name: `listing-total${filtered ? '-status' : ''}`, text: total('$1', filtered ? '$2' : undefined) };
}

/**
 * The rows of a statement that has `used` parameters of its own, each with the list's `total`, in one round trip and from one snapshot; a
 * single row with `listed` null when there are none. More parameters: list and, when filtered, status.
 */
export function withTotal(rows: NamedQuery, used: number, newestFirst: boolean, filtered: boolean): NamedQuery {
  const order = newestFirst ? 'DESC' : 'ASC';
  return {
    name: `${rows.name}-and-total${filtered ? '-status' : ''}`,
    text: `
      SELECT page.*, counted.total AS list_total
      FROM (${total(`$${used + 1}`, filtered ? `$${used + 2}` : undefined)}) AS counted
      LEFT JOIN LATERAL (SELECT true AS listed, listed.* FROM (${rows.text}) AS listed) AS page ON true
      ORDER BY page.created_at ${order}, page.id ${order}`,
  };
}

/**
 * The day the offset falls into, then the hour of that day. Parameters: list, offset and, when filtered, status.
 * Days are summed up in the wanted order; `through` counts the rows up to and including a bucket.
 */
export function seekStatement(newestFirst: boolean, filtered: boolean): NamedQuery {
  const order = newestFirst ? 'DESC' : 'ASC';
  const status = filtered ? 'AND status = $3' : '';
  return {
    name: `listing-seek-${order}${filtered ? '-status' : ''}`,
    text: `
      WITH fresh AS MATERIALIZED (
        SELECT hour, sum(count) AS rows FROM listing_change WHERE list = $1 ${status} GROUP BY hour
      ), day AS (
        SELECT bucket, sum(rows) AS rows FROM (
          SELECT bucket, count AS rows FROM listing_counter WHERE list = $1 AND level = 1 ${status}
          UNION ALL
          SELECT date_trunc('day', hour, 'UTC'), rows FROM fresh
        ) AS every GROUP BY bucket
      ), day_run AS (
        SELECT bucket, rows, sum(rows) OVER (ORDER BY bucket ${order}) AS through FROM day
      ), the_day AS MATERIALIZED (
        SELECT bucket, through - rows AS before FROM day_run WHERE through > $2::bigint ORDER BY bucket ${order} LIMIT 1
      ), hour AS (
        SELECT bucket, sum(rows) AS rows FROM (
          SELECT bucket, count AS rows FROM listing_counter WHERE list = $1 AND level = 2 ${status}
            AND bucket >= (SELECT bucket FROM the_day) AND bucket < (SELECT bucket FROM the_day) + interval '24 hours'
          UNION ALL
          SELECT hour, rows FROM fresh WHERE date_trunc('day', hour, 'UTC') = (SELECT bucket FROM the_day)
        ) AS every GROUP BY bucket
      ), hour_run AS (
        SELECT bucket, rows, (SELECT before FROM the_day) + sum(rows) OVER (ORDER BY bucket ${order}) AS through FROM hour
      )
      SELECT bucket AS hour, ($2::bigint - (through - rows))::bigint AS skip
      FROM hour_run WHERE through > $2::bigint ORDER BY bucket ${order} LIMIT 1`,
  };
}
