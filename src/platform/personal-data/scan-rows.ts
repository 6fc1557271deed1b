import type { EntityManager } from 'typeorm';
import type { PersonalDataSource } from '../../runtime/personal-data/personal-data-source.js';

export interface ScannedRow {
  /** Values of the primary key as text. */
  key: string[];
  mentioned: boolean;
  /** Why the row cannot be erased yet. Null when it can. */
  blockedReason: string | null;
}

/** The next rows by primary key, with a flag for rows that mention the payer. @param after key of the previous row. Null means from the first row. */
export function nextRows(tx: EntityManager, kind: PersonalDataSource, mention: string, after: readonly string[] | null, limit: number) {
  const { table, key, searchedTextSql, blockedReasonSql = 'NULL' } = kind;
  const columns = key.map(({ column }) => `t.${column}`).join(', ');
  const cursor = key.map(({ type }, index) => `$${index + 3}::${type}`).join(', ');
  return tx.query<ScannedRow[]>(
    `SELECT ARRAY[${key.map(({ column }) => `t.${column}::text`).join(', ')}] AS key, t.mentioned, CASE WHEN t.mentioned THEN ${blockedReasonSql} END AS waits
     FROM (
       SELECT t.*, coalesce(${searchedTextSql} ~* $1, false) AS mentioned FROM ${table} t
       ${after ? `WHERE (${columns}) > (${cursor})` : ''} ORDER BY ${columns} LIMIT $2
     ) t ORDER BY ${columns}`,
    [mention, limit, ...(after ?? [])],
  );
}

/** The approximate number of rows in the tables, from the database's statistics. */
export async function estimatedRows(tx: EntityManager, tables: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ rows: number }[]>(
    `SELECT coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 AS rows FROM pg_class c
     WHERE c.oid IN (SELECT name::regclass FROM unnest($1::text[]) AS given (name))`,
    [tables],
  );
  return row?.rows ?? 0;
}
