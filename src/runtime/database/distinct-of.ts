interface Keys {
  /** Also a subquery with an alias. Then each of its tables needs the index. */
  table: string;
  /** Columns whose distinct values are wanted. An index must begin with them, after the columns that `where` sets to one value. */
  key: readonly string[];
  /** Columns that follow in the index. The CTE has them from the first row of each key, in this order. */
  lowest?: readonly string[];
  /** Condition of all rows. A partial index must have it as well. */
  where?: string;
  /** Condition of the first key only. */
  firstWhere?: string;
}

/**
 * SQL of a CTE for `WITH RECURSIVE`, with one row for each key, in order. It jumps through the index from key to key (a loose index scan).
 * So its cost depends on the number of keys, not on the number of rows.
 */
export function distinctOf(cte: string, { table, key, lowest = [], where = 'true', firstWhere = 'true' }: Keys): string {
  const columns = [...key, ...lowest].join(', ');
  const firstSql = (condition: string): string =>
    `SELECT ${columns} FROM ${table} WHERE ${where} AND ${condition} ORDER BY ${columns} LIMIT 1`;
  const isAfter = `(${key.join(', ')}) > (${key.map((column) => `previous.${column}`).join(', ')})`;
  return `${cte} AS (
      (${firstSql(firstWhere)}) UNION ALL SELECT following.* FROM ${cte} AS previous CROSS JOIN LATERAL (${firstSql(isAfter)}) AS following
    )`;
}
