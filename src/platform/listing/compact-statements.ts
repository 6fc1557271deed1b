import type { NamedQuery } from '../../runtime/database/named-query.js';

/**
 * Moves changes into the counters of the list (level 0), the day (1), the hour (2) and the minute (3). Skips changes that a transaction is
 * writing, so it never waits. Parameter: maximum number of changes. Returns the number of moved changes (`taken`) with each counter that is
 * now zero, at least one row.
 */
export const COMPACT: NamedQuery = {
  name: 'listing-fold',
  text: `
    WITH due AS (
      SELECT list, status, minute, slot FROM listing_change LIMIT $1 FOR UPDATE SKIP LOCKED
    ), taken AS (
      DELETE FROM listing_change fresh USING due
      WHERE (fresh.list, fresh.status, fresh.minute, fresh.slot) = (due.list, due.status, due.minute, due.slot)
      RETURNING fresh.*
    ), folded AS (
      INSERT INTO listing_counter AS counter (list, level, status, bucket, count)
      SELECT list, level, status, bucket, sum(count)
      FROM taken CROSS JOIN LATERAL (VALUES
        (0, timestamptz 'epoch'), (1, date_trunc('day', minute, 'UTC')), (2, date_trunc('hour', minute, 'UTC')), (3, minute)
      ) AS of_level (level, bucket)
      GROUP BY list, level, status, bucket HAVING sum(count) <> 0 ORDER BY list, level, status, bucket
      ON CONFLICT (list, level, status, bucket) DO UPDATE SET count = counter.count + excluded.count
      RETURNING list, level, status, bucket, count
    )
    SELECT total.taken, empty.list, empty.level, empty.status, empty.bucket
    FROM (SELECT count(*)::int AS taken FROM taken) AS total LEFT JOIN folded AS empty ON empty.count = 0`,
};

/**
 * Deletes counters that are zero, because deep pages would read them for nothing. Skips counters that a transaction is writing. Parameters,
 * as arrays: list, level, status, bucket.
 */
export const DELETE_ZERO_COUNTERS: NamedQuery = {
  name: 'listing-drop-empty',
  text: `
    WITH empty AS (
      SELECT list, level, status, bucket FROM listing_counter
      WHERE (list, level, status, bucket) IN (SELECT * FROM unnest($1::text[], $2::smallint[], $3::text[], $4::timestamptz[])) AND count = 0
      ORDER BY list, level, status, bucket FOR UPDATE SKIP LOCKED
    )
    DELETE FROM listing_counter counter USING empty
    WHERE (counter.list, counter.level, counter.status, counter.bucket) = (empty.list, empty.level, empty.status, empty.bucket)`,
};
