import type { Client } from 'pg';

/** A SELECT and its parameters. */
export interface RowQuery {
  text: string;
  values: readonly unknown[];
}

/** The rows as JSON. Times are strings. */
export type ReadRows<Names extends string> = Record<Names, Record<string, unknown>[]>;

/** Runs several SELECTs as one statement, to save round trips. @param name of the prepared statement. */
export async function readInOneStatement<Names extends string>(
  admin: Client,
  name: string,
  queries: Record<Names, RowQuery>,
): Promise<ReadRows<Names>> {
  const values: unknown[] = [];
  const columns = Object.entries<RowQuery>(queries).map(([column, { text, values: parameters }]) => {
    const parameterCount = values.length;
    values.push(...parameters);
    const renumbered = text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + parameterCount}`);
    return `(SELECT coalesce(json_agg(r), '[]') FROM (${renumbered}) AS r) AS "${column}"`;
  });
  const { rows } = await admin.query<ReadRows<Names>>({ name, text: `SELECT ${columns.join(', ')}`, values });
  const [row] = rows;
  if (!row) throw new Error(`${name} returned no row`);
  return row;
}
