import type { EntityManager } from 'typeorm';

/**
 * Rows of one table that may name payers, in columns for that or in free text. They are read in batches by their primary key.
 */
export interface PersonalDataSource {
  /** Name in commands, metrics and the records of erasures. */
  name: string;
  table: string;
  /** Columns of the primary key with their types, in its order. */
  key: readonly { column: string; type: 'uuid' | 'text' | 'bigint' | 'integer' | 'timestamptz' }[];
  /** SQL over the row `t` for all its text that may name a payer. */
  texts: string;
  /** SQL over the row `t`: why it cannot be erased yet; null when it can. Without it all can. */
  waits?: string;
  /** What staff can do about waiting rows. */
  untilThen?: string;
  /**
   * Erases the payer from these rows, except from those that still have to wait. Other content stays.
   * @param keys of rows that mention the payer, each as texts.
   * @param mention a regular expression of PostgreSQL for the payer's number or address.
   * @returns how many rows were changed.
   */
  erase(tx: EntityManager, keys: readonly (readonly string[])[], mention: string, at: Date): Promise<number>;
}

/** Erasure by age. */
export interface Retention {
  name: string;
  /** For how many days rows are kept; 0 is for ever. */
  days: number;
  /**
   * Erases the oldest rows from before `before`; locked rows are skipped.
   * @returns how many rows; `most` when there may be more.
   */
  batch(tx: EntityManager, before: Date, at: Date, most: number): Promise<number>;
}
