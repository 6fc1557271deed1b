import { distinctOf } from '../../runtime/database/distinct-of.js';
import type { NamedQuery } from '../../runtime/database/named-query.js';
import type { List } from '../listing/lists/list.js';

/**
 * Returns the end of a batch of about `rows` rows: the first midnight (UTC) after them. No result when fewer rows remain.
 * Parameters: scope, start time, rows.
 */
export function nextDay({ name, table, scope }: List): NamedQuery {
  return {
    name: `${name} next day`,
    text: `
      SELECT date_trunc('day', created_at, 'UTC') + interval '24 hours' AS day FROM ${table}
      WHERE ${scope.name} = $1 AND created_at >= $2 ORDER BY created_at, id OFFSET $3 LIMIT 1`,
  };
}

/**
 * Compares the counters of days, hours and minutes with the rows. In any snapshot, a counter plus its changes that are not compacted yet
 * equals the number of rows. The reason: a row and its change are committed together, and compaction is one transaction. So writers need
 * not be locked out, and the error of a counter (`off`) stays the same while others write. Parameters: scope, list, start time, end time.
 */
function wrongCounters({ table, scope, countedBy }: List): string {
  return `
    WITH RECURSIVE ${distinctOf('key', { table: 'listing_counter', key: ['level', 'status'], where: 'list = $2', firstWhere: 'level > 0' })}, counter AS (
      SELECT key.level, key.status, counter.bucket, counter.count FROM key CROSS JOIN LATERAL (
        SELECT bucket, count FROM listing_counter
        WHERE list = $2 AND level = key.level AND status = key.status AND bucket >= $3 AND bucket < $4) AS counter
    ), made AS (
      SELECT ${countedBy.sql} AS status, date_trunc('minute', created_at, 'UTC') AS minute, count(*) AS rows FROM ${table}
      WHERE ${scope.name} = $1 AND created_at >= $3 AND created_at < $4 GROUP BY 1, 2
    ), folded AS (
      SELECT status, minute, sum(rows) AS rows FROM (
        SELECT status, minute, rows FROM made
        UNION ALL
        SELECT status, minute, -count FROM listing_change WHERE list = $2 AND minute >= $3 AND minute < $4
      ) AS every GROUP BY status, minute
    ), due AS (
      SELECT level, status, bucket, sum(rows) AS count FROM folded CROSS JOIN LATERAL (VALUES
        (1, date_trunc('day', minute, 'UTC')), (2, date_trunc('hour', minute, 'UTC')), (3, minute)) AS of_level (level, bucket)
      GROUP BY level, status, bucket
    ), wrong AS (
      SELECT level, status, bucket, coalesce(counter.count, 0) - coalesce(due.count, 0) AS off
      FROM counter FULL JOIN due USING (level, status, bucket)
      WHERE coalesce(counter.count, 0) <> coalesce(due.count, 0)
    ), looked AS (SELECT coalesce(sum(rows), 0)::bigint AS rows FROM made)`;
}

/** Compares the counters of the whole list (level 0) with those of its days (level 1). Parameter: list. */
const WRONG_TOTALS = `
    WITH counter AS (
      SELECT status, CASE level WHEN 0 THEN bucket ELSE timestamptz 'epoch' END AS bucket, CASE level WHEN 0 THEN count ELSE -count END AS count
      FROM listing_counter WHERE list = $1 AND level <= 1
    ), wrong AS (
      SELECT 0::smallint AS level, status, bucket, sum(count) AS off FROM counter GROUP BY status, bucket HAVING sum(count) <> 0
    ), looked AS (SELECT 0::bigint AS rows)`;

const SELECT_WRONG = `
    SELECT looked.rows, wrong.level, wrong.status, wrong.bucket, wrong.off::bigint AS off
    FROM looked LEFT JOIN wrong ON true ORDER BY level, status, bucket`;

/** Adds the difference instead of setting a value, so that concurrently compacted changes still count. @param list an SQL expression */
const repairCte = (list: string): string => `, mended AS (
      INSERT INTO listing_counter AS counter (list, level, status, bucket, count)
      SELECT ${list}, level, status, bucket, -off FROM wrong ORDER BY level, status, bucket
      ON CONFLICT (list, level, status, bucket) DO UPDATE SET count = counter.count + excluded.count
    )`;

/** Returns each wrong counter with the number of compared rows. When all counters are correct, returns one row with `level` null. */
export function compareBuckets(list: List, repair: boolean): NamedQuery {
  return {
    name: `${list.name} counters${repair ? ' repair' : ''}`,
    text: `${wrongCounters(list)}${repair ? repairCte('$2') : ''}${SELECT_WRONG}`,
  };
}

export function compareTotals(repair: boolean): NamedQuery {
  return { name: `listing-totals${repair ? '-repair' : ''}`, text: `${WRONG_TOTALS}${repair ? repairCte('$1') : ''}${SELECT_WRONG}` };
}

/** An advisory lock until the end of the transaction, because two concurrent repairs would both add the difference. */
export const ONE_REPAIR_AT_A_TIME: NamedQuery = {
  name: 'listing-repair-lock',
  text: `SELECT pg_advisory_xact_lock(hashtext('listing_counter_repair'))`,
};
