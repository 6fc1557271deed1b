import type { EntityManager } from 'typeorm';

/**
 * Rows of one table in which payers are named: in columns of their own, or in what others wrote. They are walked through by their primary key,
 * in batches; the owner of the table says how.
 */
export interface PersonalDataKind {
  /** As answers, metrics and the records of erasures call it. */
  name: string;
  table: string;
  /** Columns of the primary key with their types, in its order. */
  key: readonly { column: string; type: 'uuid' | 'text' | 'bigint' | 'integer' | 'timestamptz' }[];
  /** SQL over the row `t` for all its text in which a payer may be named. */
  texts: string;
  /** SQL over the row `t`: why it cannot be erased yet; null when it can. Without it all can. */
  waits?: string;
  /** What staff have to do about those that wait. */
  untilThen?: string;
  /**
   * Takes the payer out of these rows, and leaves those alone that are not over by now. Whatever else they say stays.
   * @param keys of rows that mention the payer, each as texts.
   * @param mention a regular expression, as PostgreSQL reads it, of the payer's number or address.
   * @returns how many rows it was taken out of.
   */
  erase(tx: EntityManager, keys: readonly (readonly string[])[], mention: string, at: Date): Promise<number>;
}

/** What goes with age, by the same means as on request. */
export interface Retention {
  name: string;
  /** For how many days rows are kept; 0 is for ever. */
  days: number;
  /**
   * Erases the oldest of the rows that were made before, and no others; rows that another transaction has locked are passed over.
   * @returns how many rows, `most` when there may be more.
   */
  batch(tx: EntityManager, before: Date, at: Date, most: number): Promise<number>;
}
