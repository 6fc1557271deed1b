import type { EntityManager } from 'typeorm';

/** Rows of one table that may contain payers' data, in their own columns or in free text. Rows are read in batches by their primary key. */
export interface PersonalDataSource {
  /** Name in commands, metrics and the records of erasures. */
  name: string;
  table: string;
  /** Columns of the primary key with their types, in the order of the key. */
  key: readonly { column: string; type: 'uuid' | 'text' | 'bigint' | 'integer' | 'timestamptz' }[];
  /** SQL over the row `t` that returns all text that may contain a payer's data. */
  searchedTextSql: string;
  /** SQL over the row `t` that returns why the row cannot be erased yet, or null. Without this member, all rows can be erased. */
  blockedReasonSql?: string;
  /** What staff can do about rows that cannot be erased yet. */
  blockedHint?: string;
  /**
   * Erases the payer's data from these rows, except from rows that cannot be erased yet. Other content stays.
   * @param keys primary keys of rows that mention the payer. Each value of a key is text.
   * @param payerPattern a PostgreSQL regular expression for the payer's phone number or e-mail address.
   * @returns how many rows were changed.
   */
  erase(tx: EntityManager, keys: readonly (readonly string[])[], payerPattern: string, erasedAt: Date): Promise<number>;
}

/** Erasure by age. */
export interface Retention {
  name: string;
  /** For how many days rows are stored. 0 means for ever. */
  days: number;
  /** SQL that selects and locks at most $2 rows created before $1, oldest first, with the column `key`. It must skip locked rows. */
  selectOldestSql: string;
  /** Erases the selected rows. */
  erase(tx: EntityManager, keys: string[], erasedAt: Date): Promise<unknown>;
}

/**
 * Replaces an erased phone number in rows where a number is required. No phone has this number: no Polish number begins with a zero after
 * 48.
 */
export const ERASED_NUMBER = '48000000000';

/** SQL for the text of several columns of a row. Each column is on its own line, so that a match cannot span two columns. */
export function columnsAsText(row: string, columns: readonly string[]): string {
  return `concat_ws(chr(10), ${columns.map((column) => `${row}.${column}`).join(', ')})`;
}

/** SQL for the text of all rows `o` that belong to another row. @param rows the SQL after `FROM`. */
export function relatedRowsAsText(rows: string, columns: readonly string[]): string {
  return `(SELECT string_agg(${columnsAsText('o', columns)}, chr(10)) FROM ${rows})`;
}

/** Calls a database function that erases payers' data. @returns the number of erased rows. */
export async function callEraseFunction(tx: EntityManager, call: string, values: readonly unknown[]): Promise<number> {
  const [row] = await tx.query<{ erased: number }[]>(`SELECT ${call} AS erased`, [...values]);
  return row?.erased ?? 0;
}
