import type { EntityManager } from 'typeorm';
import type { PersonalDataSource } from '../../runtime/personal-data/personal-data-source.js';

export interface ScannedRow {
  /** Primary key as texts. */
  key: string[];
  mentioned: boolean;
  /** Why it cannot be erased yet. */
  waits: string | null;
}

/** The next rows by primary key, and which of them mention the payer. @param after key of the last row before; null: from the first. */
export function nextRows(tx: EntityManager, kind: PersonalDataSource, mention: string, after: readonly string[] | null, most: number) {
  const { table, key, texts, waits = 'NULL' } = kind;
  const columns = key.map(({ column }) => `t.${column}`).join(', ');
  const cursor = key.map(({ type }, index) => `$${index + 3}::${type}`).join(', ');
  return tx.query<ScannedRow[]>(
    `SELECT ARRAY[${key.map(({ column }) => `t.${column}::text`).join(', ')}] AS key, t.mentioned, CASE WHEN t.mentioned THEN ${waits} END AS waits
     FROM (
       SELECT t.*, coalesce(${texts} ~* $1, false) AS mentioned FROM ${table} t
       ${after ? `WHERE (${columns}) > (${cursor})` : ''} ORDER BY ${columns} LIMIT $2
     ) t ORDER BY ${columns}`,
    [mention, most, ...(after ?? [])],
  );
}

/** About how many rows the tables have, by the database's statistics. */
export async function estimatedRows(tx: EntityManager, tables: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ rows: number }[]>(
    `SELECT coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 AS rows FROM pg_class c
     WHERE c.oid IN (SELECT name::regclass FROM unnest($1::text[]) AS given (name))`,
    [tables],
  );
  return row?.rows ?? 0;
}
