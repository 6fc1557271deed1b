import type { Client } from 'pg';

/** A SELECT and its parameters. */
export interface Reading {
  text: string;
  values: readonly unknown[];
}

/** Rows as JSON: numbers, and times as text. */
export type ReadRows<Names extends string> = Record<Names, Record<string, unknown>[]>;

/** Runs several SELECTs as one statement, to save round trips. @param name under which it is prepared. */
export async function readAtOnce<Names extends string>(
  admin: Client,
  name: string,
  readings: Record<Names, Reading>,
): Promise<ReadRows<Names>> {
  const values: unknown[] = [];
  const columns = Object.entries<Reading>(readings).map(([column, { text, values: own }]) => {
    const before = values.length;
    values.push(...own);
    const numbered = text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
    return `(SELECT coalesce(json_agg(r), '[]') FROM (${numbered}) AS r) AS "${column}"`;
  });
  const { rows } = await admin.query<ReadRows<Names>>({ name, text: `SELECT ${columns.join(', ')}`, values });
  const [row] = rows;
  if (!row) throw new Error(`${name} answered nothing`);
  return row;
}
