import type { NamedQuery } from '../database/named-query.js';

/** Rows that one counter is spread over, so that transactions of one list seldom wait for each other. */
const SLOTS = 8;

/**
 * The members of a WITH that count changes, for a statement that writes the rows themselves in the same round trip.
 * The slot belongs to the connection, so all calls of one transaction use the same, and the advisory lock is taken before any row:
 * whoever holds it may change further counters of the list later in the transaction without ever blocking somebody who waits for it.
 * The sort reads its whole input first, so every lock is held before the first row is written.
 * @param changes a SELECT of `list text, status text, created_at timestamptz, by bigint` (+1 or −1)
 */
export function countChanges(changes: string): string {
  return `
    change AS (${changes}),
    gate AS MATERIALIZED (
      SELECT list, pg_backend_pid() % ${SLOTS} AS slot, pg_advisory_xact_lock(hashtext('listing ' || list), pg_backend_pid() % ${SLOTS})
      FROM (SELECT DISTINCT list FROM change ORDER BY list) AS lists
    ), counted AS (
      INSERT INTO listing_counter AS counter (list, level, status, bucket, slot, count)
      SELECT list, level, status, bucket, slot, sum(by)
      FROM change JOIN gate USING (list) CROSS JOIN LATERAL (VALUES
        (0, timestamptz 'epoch'), (1, date_trunc('day', created_at, 'UTC')), (2, date_trunc('hour', created_at, 'UTC'))) AS of_level (level, bucket)
      GROUP BY list, level, status, bucket, slot HAVING sum(by) <> 0
      ORDER BY list, level, status, bucket, slot
      ON CONFLICT (list, level, status, bucket, slot) DO UPDATE SET count = counter.count + excluded.count
    )`;
}

/** Parameters, per change: list, status, moment of creation, +1 or −1. */
export const CHANGE: NamedQuery = {
  name: 'listing-change',
  text: `WITH ${countChanges('SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::bigint[]) AS c (list, status, created_at, by)')} SELECT`,
};

/** Parameters: list and, when filtered, status. */
export function totalStatement(filtered: boolean): NamedQuery {
  return {
    name: `listing-total${filtered ? '-status' : ''}`,
    text: `SELECT coalesce(sum(count), 0)::bigint AS total FROM listing_counter WHERE list = $1 AND level = 0${filtered ? ' AND status = $2' : ''}`,
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
      WITH day AS (
        SELECT bucket, sum(count) AS rows FROM listing_counter WHERE list = $1 AND level = 1 ${status} GROUP BY bucket
      ), day_run AS (
        SELECT bucket, rows, sum(rows) OVER (ORDER BY bucket ${order}) AS through FROM day
      ), the_day AS MATERIALIZED (
        SELECT bucket, through - rows AS before FROM day_run WHERE through > $2::bigint ORDER BY bucket ${order} LIMIT 1
      ), hour AS (
        SELECT bucket, sum(count) AS rows FROM listing_counter
        WHERE list = $1 AND level = 2 ${status}
          AND bucket >= (SELECT bucket FROM the_day) AND bucket < (SELECT bucket FROM the_day) + interval '24 hours'
        GROUP BY bucket
      ), hour_run AS (
        SELECT bucket, rows, (SELECT before FROM the_day) + sum(rows) OVER (ORDER BY bucket ${order}) AS through FROM hour
      )
      SELECT bucket AS hour, ($2::bigint - (through - rows))::bigint AS skip
      FROM hour_run WHERE through > $2::bigint ORDER BY bucket ${order} LIMIT 1`,
  };
}

/**
 * Parameter: buckets before this moment. Takes rows that nobody holds, so it waits for nobody; slot −1 is written by this statement only.
 */
export const FOLD: NamedQuery = {
  name: 'listing-fold',
  text: `
    WITH due AS (
      SELECT list, level, status, bucket, slot FROM listing_counter
      WHERE level > 0 AND slot >= 0 AND bucket < $1 ORDER BY bucket LIMIT 10000 FOR UPDATE SKIP LOCKED
    ), taken AS (
      DELETE FROM listing_counter counter USING due
      WHERE (counter.list, counter.level, counter.status, counter.bucket, counter.slot) = (due.list, due.level, due.status, due.bucket, due.slot)
      RETURNING counter.*
    ), folded AS (
      INSERT INTO listing_counter AS counter (list, level, status, bucket, slot, count)
      SELECT list, level, status, bucket, -1, sum(count) FROM taken
      GROUP BY list, level, status, bucket HAVING sum(count) <> 0 ORDER BY list, level, status, bucket
      ON CONFLICT (list, level, status, bucket, slot) DO UPDATE SET count = counter.count + excluded.count
    )
    SELECT count(*)::int AS taken FROM taken`,
};
