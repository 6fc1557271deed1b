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
  /**
   * Erases the oldest rows that are older than `before`, at most `limit` of them. Locked rows are skipped.
   * @returns the number of erased rows. It is `limit` when there may be more.
   */
  batch(tx: EntityManager, before: Date, erasedAt: Date, limit: number): Promise<number>;
}
