import type { EntityManager } from 'typeorm';
import type { PersonalDataSource } from '../../runtime/personal-data/personal-data-source.js';

export interface ScannedRow {
  /** Values of the primary key as text. */
  key: string[];
  mentioned: boolean;
  /** Why the row cannot be erased yet. Null when it can. */
  blockedReason: string | null;
}

/**
 * The next rows by primary key, with a flag for rows that mention the payer.
 * @param payerPattern regular expression of the payer's identifier. @param after key of the previous row. Null means from the first row.
 */
export function nextRows(
  tx: EntityManager,
  source: PersonalDataSource,
  payerPattern: string,
  after: readonly string[] | null,
  limit: number,
) {
  const { table, key, searchedTextSql, blockedReasonSql = 'NULL' } = source;
  const columns = key.map(({ column }) => `t.${column}`).join(', ');
  const cursor = key.map(({ type }, index) => `$${index + 3}::${type}`).join(', ');
  return tx.query<ScannedRow[]>(
    `SELECT ARRAY[${key.map(({ column }) => `t.${column}::text`).join(', ')}] AS key, t.mentioned, CASE WHEN t.mentioned THEN ${blockedReasonSql} END AS "blockedReason"
     FROM (
       SELECT t.*, coalesce(${searchedTextSql} ~* $1, false) AS mentioned FROM ${table} t
       ${after ? `WHERE (${columns}) > (${cursor})` : ''} ORDER BY ${columns} LIMIT $2
     ) t ORDER BY ${columns}`,
    [payerPattern, limit, ...(after ?? [])],
  );
}

/** The approximate number of rows in the tables, from the database's statistics. */
export async function estimatedRows(tx: EntityManager, tables: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ rows: number }[]>(
    `SELECT coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 AS rows FROM pg_class c
     WHERE c.oid IN (SELECT name::regclass FROM unnest($1::text[]) AS scanned (name))`,
    [tables],
  );
  return row?.rows ?? 0;
}
