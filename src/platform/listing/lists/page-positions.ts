import type { PageRequest } from '../../../common/pagination/list.request.js';
import type { Parameters } from './parameters.js';

/**
 * Where to begin reading a page. Positions count a list's rows from the newest, in either order of the page: it has the rows
 * from `first` (included) to `last` (excluded). `boundary` is a moment, and `position` the number of rows created then or later.
 *
 * Each function returns members of a WITH, the last of which is `place` with one row: total, first, last, boundary, position.
 */

/** The total, and the page's first and last position. @param total a SELECT of `total`, and of `newer`: rows of the list before the page's range. */
function wanted(total: string, { page, size, newestFirst }: PageRequest, parameters: Parameters): string {
  const skip = parameters.add((page - 1) * size, 'bigint');
  const through = parameters.add(page * size, 'bigint');
  const [first, last] = newestFirst
    ? [`least(${skip}, total)`, `least(${through}, total)`]
    : [`greatest(total - ${through}, 0)`, `greatest(total - ${skip}, 0)`];
  return `wanted AS MATERIALIZED (SELECT total, newer + ${first} AS first, newer + ${last} AS last FROM (${total}) AS counted)`;
}

/** From the nearer end of the rows. */
export function positionFromNearestEnd(total: string, request: PageRequest, parameters: Parameters): string {
  return `
    ${wanted(`SELECT total, 0::bigint AS newer FROM (${total}) AS every`, request, parameters)},
    place AS MATERIALIZED (
      SELECT wanted.*, CASE WHEN first < total - last THEN timestamptz 'infinity' ELSE '-infinity' END AS boundary,
        CASE WHEN first < total - last THEN 0 ELSE total END AS position
      FROM wanted
    )`;
}

/** SQL expressions that select counters: the list and, when only one status is listed, the status. */
export interface CounterKey {
  list: string;
  status?: string | undefined;
}

const keyed = ({ list, status }: CounterKey): string => `list = ${list}${status ? ` AND status = ${status}` : ''}`;

/** A SELECT of `total`: folded counters and changes that are not folded yet. */
export function countedTotal(key: CounterKey): string {
  return `
    SELECT coalesce(sum(count), 0)::bigint AS total FROM (
      SELECT count FROM listing_counter WHERE ${keyed(key)} AND level = 0
      UNION ALL
      SELECT count FROM listing_change WHERE ${keyed(key)}
    ) AS every`;
}

/**
 * The number of rows that were created at a moment or later, an expression: whole days, hours and minutes by their counters, and the rest of the
 * moment's own minute by its rows.
 * @param rows the table and the condition on its rows
 */
export function rowsSince(key: CounterKey, rows: string, moment: string): string {
  const next = (unit: string): string =>
    `date_trunc('${unit}', ${moment}, 'UTC') + interval '${unit === 'day' ? '24 hours' : `1 ${unit}`}'`;
  const counted = (level: number, unit: string, within?: string): string =>
    `SELECT count FROM listing_counter WHERE ${keyed(key)} AND level = ${level} AND bucket >= ${next(unit)}${within ? ` AND bucket < ${next(within)}` : ''}`;
  return `(
    SELECT coalesce(sum(count), 0)::bigint FROM (
      ${counted(1, 'day')}
      UNION ALL ${counted(2, 'hour', 'day')}
      UNION ALL ${counted(3, 'minute', 'hour')}
      UNION ALL SELECT count FROM listing_change WHERE ${keyed(key)} AND minute >= ${next('minute')}
      UNION ALL SELECT count(*) FROM (SELECT FROM ${rows} AND created_at >= ${moment} AND created_at < ${next('minute')} ORDER BY created_at, id) AS part
    ) AS since
  )`;
}

/** The ends of a range of `created_at`: how many rows there are from each on, see {@link rowsSince}. An end that is absent is open. */
export interface RangeEnds {
  from?: string | undefined;
  until?: string | undefined;
}

/** Counted once: PostgreSQL would count again wherever the sums are used. */
const rangeEnds = (key: CounterKey, { from, until }: RangeEnds): string =>
  `ends AS MATERIALIZED (SELECT ${from ?? `(${countedTotal(key)})`} AS since, ${until ?? '0::bigint'} AS newer)`;

/**
 * From the start or the end of the minute that the page's first row falls into, whichever is nearer. The minute is found by summing up
 * days, then hours of that day, then minutes of that hour.
 */
export function positionFromBucket(key: CounterKey, request: PageRequest, parameters: Parameters, range: RangeEnds = {}): string {
  return `
    ${rangeEnds(key, range)},
    ${wanted('SELECT greatest(since - newer, 0) AS total, newer FROM ends', request, parameters)},
    fresh AS MATERIALIZED (SELECT minute, sum(count) AS rows FROM listing_change WHERE ${keyed(key)} GROUP BY minute),
    ${bucket('day', 1, key)},
    ${bucket('hour', 2, key, { name: 'day', length: '24 hours' })},
    ${bucket('minute', 3, key, { name: 'hour', length: '60 minutes' })},
    place AS MATERIALIZED (
      SELECT wanted.*, CASE WHEN through - first < first - before THEN bucket ELSE bucket + interval '1 minute' END AS boundary,
        (CASE WHEN through - first < first - before THEN through ELSE before END)::bigint AS position
      FROM wanted LEFT JOIN minute ON true
    )`;
}

/**
 * The bucket that the page's first row falls into, as a member with the name of its unit. `before` counts the rows newer than the
 * bucket, `through` those up to its start.
 */
function bucket(unit: string, level: number, key: CounterKey, within?: { name: string; length: string }): string {
  const start = `(SELECT bucket FROM ${within?.name})`;
  const inside = (moment: string): string => `${moment} >= ${start} AND ${moment} < ${start} + interval '${within?.length}'`;
  return `
    ${unit} AS MATERIALIZED (
      SELECT bucket, through - rows AS before, through FROM (
        SELECT bucket, rows, ${within ? `(SELECT before FROM ${within.name}) + ` : ''}sum(rows) OVER (ORDER BY bucket DESC) AS through
        FROM (
          SELECT bucket, sum(rows) AS rows FROM (
            SELECT bucket, count AS rows FROM listing_counter WHERE ${keyed(key)} AND level = ${level} ${within ? `AND ${inside('bucket')}` : ''}
            UNION ALL
            SELECT date_trunc('${unit}', minute, 'UTC'), rows FROM fresh ${within ? `WHERE ${inside('minute')}` : ''}
          ) AS every GROUP BY bucket
        ) AS summed
      ) AS run
      WHERE through > (SELECT first FROM wanted) ORDER BY bucket DESC LIMIT 1
    )`;
}
