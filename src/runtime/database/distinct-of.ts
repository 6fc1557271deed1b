interface Keys {
  table: string;
  /** Columns whose distinct values are wanted. An index must begin with them, after the columns that `where` sets to one value. */
  key: readonly string[];
  /** Columns that follow in the index. The CTE has their lowest values for each key. */
  lowest?: readonly string[];
  where?: string;
  /** Condition of the first key only. */
  from?: string;
}

/**
 * SQL of a CTE for `WITH RECURSIVE`, with one row for each key, in order. It jumps through the index from key to key (a loose index scan).
 * So its cost depends on the number of keys, not on the number of rows.
 */
export function distinctOf(cte: string, { table, key, lowest = [], where = 'true', from = 'true' }: Keys): string {
  const columns = [...key, ...lowest].join(', ');
  const firstSql = (condition: string): string =>
    `SELECT ${columns} FROM ${table} WHERE ${where} AND ${condition} ORDER BY ${columns} LIMIT 1`;
  const isAfter = `(${key.join(', ')}) > (${key.map((column) => `previous.${column}`).join(', ')})`;
  return `${cte} AS (
      (${firstSql(from)}) UNION ALL SELECT following.* FROM ${cte} AS previous CROSS JOIN LATERAL (${firstSql(isAfter)}) AS following
    )`;
}
