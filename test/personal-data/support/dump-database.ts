import { Client } from 'pg';

export interface Row {
  table: string;
  text: string;
}

/**
 * Returns each row of each table in all schemas as one text. Bytes are shown as ASCII characters. Tables and columns are read from the
 * catalog of the database, so new columns are included.
 */
export async function dumpDatabase(ownerUrl: string): Promise<Row[]> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string; columns: string }>(
      `SELECT c.oid::regclass::text AS name, string_agg(CASE WHEN a.atttypid = 'bytea'::regtype
         THEN format('encode(%I, ''escape'')', a.attname) ELSE format('%I::text', a.attname) END, ', ' ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)' AND a.attnum > 0 AND NOT a.attisdropped
       GROUP BY c.oid ORDER BY 1`,
    );
    const dump: Row[] = [];
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ text: string }>(`SELECT concat_ws(chr(10), ${columns}) AS text FROM ${name}`);
      dump.push(...rows.map(({ text }) => ({ table: name, text })));
    }
    return dump;
  } finally {
    await client.end();
  }
}

/** Rows that contain one of the needles, in upper or lower case. */
export function rowsMentioning(rows: readonly Row[], needles: readonly string[]): Row[] {
  return rows.filter(({ text }) => needles.some((needle) => text.toLowerCase().includes(needle.toLowerCase())));
}

export const countRowsByTable = (rows: readonly Row[]): Record<string, number> =>
  rows.reduce<Record<string, number>>((counts, { table }) => ({ ...counts, [table]: (counts[table] ?? 0) + 1 }), {});
