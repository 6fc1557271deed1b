import type { DataSource } from 'typeorm';

/** The counters of a list: the number of rows by status and minute, and the sums of each level. The sums of all levels must be equal. */
export interface CounterSums {
  /** Number of rows by `status minute`, without zeros. */
  minutes: Record<string, number>;
  /** Sums by status: the counter of the whole list, then the sums of its counters of days, hours and minutes. */
  levels: Record<string, [number, number, number, number]>;
}

export async function readCounterSums(dataSource: DataSource, list: string): Promise<CounterSums> {
  const uncompacted = 'SELECT status, minute, count FROM listing_change WHERE list = $1';
  const minutes = await dataSource.query<{ key: string; rows: number }[]>(
    `SELECT status || ' ' || to_char(minute AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS key, sum(count)::int AS rows
     FROM (SELECT status, bucket AS minute, count FROM listing_counter WHERE list = $1 AND level = 3 UNION ALL ${uncompacted}) AS every
     GROUP BY key HAVING sum(count) <> 0 ORDER BY key`,
    [list],
  );
  const levels = await dataSource.query<{ status: string; sums: [number, number, number, number] }[]>(
    `SELECT status, array_agg(rows ORDER BY level) AS sums FROM (
       SELECT status, level, sum(count)::int AS rows FROM (
         SELECT status, level, count FROM listing_counter WHERE list = $1
         UNION ALL SELECT status, level, count FROM (${uncompacted}) AS f CROSS JOIN generate_series(0, 3) AS level
       ) AS every GROUP BY status, level) AS summed
     GROUP BY status HAVING bool_or(rows <> 0)`,
    [list],
  );
  return {
    minutes: Object.fromEntries(minutes.map(({ key, rows }) => [key, rows])),
    levels: Object.fromEntries(levels.map(({ status, sums }) => [status, sums])),
  };
}
