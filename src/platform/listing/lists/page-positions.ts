import type { PageRequest } from '../../../common/pagination/list.request.js';
import type { Parameters } from './parameters.js';

/**
 * Finds the position at which a page is read. Positions count a list's rows from the newest, for both sort orders. A page has the rows from
 * `first` (included) to `last` (excluded). `boundary` is a time, and `position` is the number of rows created at this time or later.
 *
 * Each function returns CTEs. The last one is `place` with one row: total, first, last, boundary, position.
 */

/**
 * A CTE with the total and the page's first and last position.
 * @param total a SELECT of `total`, the number of rows of all pages, and `newer`, the number of the list's rows that were created after the
 * requested time range (0 without a time range)
 */
function pagePositions(total: string, { page, size, newestFirst }: PageRequest, parameters: Parameters): string {
  const skip = parameters.add((page - 1) * size, 'bigint');
  const end = parameters.add(page * size, 'bigint');
  const [first, last] = newestFirst
    ? [`least(${skip}, total)`, `least(${end}, total)`]
    : [`greatest(total - ${end}, 0)`, `greatest(total - ${skip}, 0)`];
  return `wanted AS MATERIALIZED (SELECT total, newer + ${first} AS first, newer + ${last} AS last FROM (${total}) AS counted)`;
}

/** Reads the page from the nearer end of the rows. */
export function positionFromNearestEnd(total: string, request: PageRequest, parameters: Parameters): string {
  return `
    ${pagePositions(`SELECT total, 0::bigint AS newer FROM (${total}) AS every`, request, parameters)},
    place AS MATERIALIZED (
      SELECT wanted.*, CASE WHEN first < total - last THEN timestamptz 'infinity' ELSE '-infinity' END AS boundary,
        CASE WHEN first < total - last THEN 0 ELSE total END AS position
      FROM wanted
    )`;
}

/** SQL expressions that select counters: the list, and the status when the page has only one status. */
export interface CounterKey {
  list: string;
  status?: string | undefined;
}

const keyCondition = ({ list, status }: CounterKey): string => `list = ${list}${status ? ` AND status = ${status}` : ''}`;

/** A SELECT of `total`: the counters plus the changes that are not compacted yet. */
export function countedTotal(key: CounterKey): string {
  return `
    SELECT coalesce(sum(count), 0)::bigint AS total FROM (
      SELECT count FROM listing_counter WHERE ${keyCondition(key)} AND level = 0
      UNION ALL
      SELECT count FROM listing_change WHERE ${keyCondition(key)}
    ) AS every`;
}

/**
 * An SQL expression for the number of rows that were created at a time or later. Whole days, hours and minutes come from their counters
 * (levels 1, 2 and 3). Rows are counted only in the minute of this time.
 * @param rows the table and the condition on its rows. @param moment an SQL expression of the time
 */
export function rowsSince(key: CounterKey, rows: string, moment: string): string {
  const nextStart = (unit: string): string =>
    `date_trunc('${unit}', ${moment}, 'UTC') + interval '${unit === 'day' ? '24 hours' : `1 ${unit}`}'`;
  const countersSql = (level: number, unit: string, parentUnit?: string): string =>
    `SELECT count FROM listing_counter WHERE ${keyCondition(key)} AND level = ${level} AND bucket >= ${nextStart(unit)}${parentUnit ? ` AND bucket < ${nextStart(parentUnit)}` : ''}`;
  return `(
    SELECT coalesce(sum(count), 0)::bigint FROM (
      ${countersSql(1, 'day')}
      UNION ALL ${countersSql(2, 'hour', 'day')}
      UNION ALL ${countersSql(3, 'minute', 'hour')}
      UNION ALL SELECT count FROM listing_change WHERE ${keyCondition(key)} AND minute >= ${nextStart('minute')}
      UNION ALL SELECT count(*) FROM (SELECT FROM ${rows} AND created_at >= ${moment} AND created_at < ${nextStart('minute')} ORDER BY created_at, id) AS part
    ) AS since
  )`;
}

/**
 * The ends of a range of `created_at`, each as an SQL expression for the number of rows since then ({@link rowsSince}). An absent end is
 * open.
 */
export interface RangeEnds {
  from?: string | undefined;
  until?: string | undefined;
}

/** Materialized, because PostgreSQL would otherwise count again for each use of the sums. */
const rangeEnds = (key: CounterKey, { from, until }: RangeEnds): string =>
  `ends AS MATERIALIZED (SELECT ${from ?? `(${countedTotal(key)})`} AS since, ${until ?? '0::bigint'} AS newer)`;

/**
 * Reads the page from the nearer end of the minute that has the page's first row. Sums over days, then over hours of one day, then over
 * minutes of one hour find this minute.
 */
export function positionFromBucket(key: CounterKey, request: PageRequest, parameters: Parameters, range: RangeEnds = {}): string {
  return `
    ${rangeEnds(key, range)},
    ${pagePositions('SELECT greatest(since - newer, 0) AS total, newer FROM ends', request, parameters)},
    fresh AS MATERIALIZED (SELECT minute, sum(count) AS rows FROM listing_change WHERE ${keyCondition(key)} GROUP BY minute),
    ${bucketCte('day', 1, key)},
    ${bucketCte('hour', 2, key, { name: 'day', length: '24 hours' })},
    ${bucketCte('minute', 3, key, { name: 'hour', length: '60 minutes' })},
    place AS MATERIALIZED (
      SELECT wanted.*, CASE WHEN through - first < first - before THEN bucket ELSE bucket + interval '1 minute' END AS boundary,
        (CASE WHEN through - first < first - before THEN through ELSE before END)::bigint AS position
      FROM wanted LEFT JOIN minute ON true
    )`;
}

/**
 * A CTE, named like the unit, with the bucket that has the page's first row. `before` is the number of rows newer than the bucket.
 * `through` also includes the rows of the bucket. @param parent the larger bucket in which the bucket is.
 */
function bucketCte(unit: string, level: number, key: CounterKey, parent?: { name: string; length: string }): string {
  const start = `(SELECT bucket FROM ${parent?.name})`;
  const isWithinParent = (moment: string): string => `${moment} >= ${start} AND ${moment} < ${start} + interval '${parent?.length}'`;
  return `
    ${unit} AS MATERIALIZED (
      SELECT bucket, through - rows AS before, through FROM (
        SELECT bucket, rows, ${parent ? `(SELECT before FROM ${parent.name}) + ` : ''}sum(rows) OVER (ORDER BY bucket DESC) AS through
        FROM (
          SELECT bucket, sum(rows) AS rows FROM (
            SELECT bucket, count AS rows FROM listing_counter WHERE ${keyCondition(key)} AND level = ${level} ${parent ? `AND ${isWithinParent('bucket')}` : ''}
            UNION ALL
            SELECT date_trunc('${unit}', minute, 'UTC'), rows FROM fresh ${parent ? `WHERE ${isWithinParent('minute')}` : ''}
          ) AS every GROUP BY bucket
        ) AS summed
      ) AS run
      WHERE through > (SELECT first FROM wanted) ORDER BY bucket DESC LIMIT 1
    )`;
}
