import type { DataSource } from 'typeorm';
import { runNamed } from '../database/named-query.js';

interface DueTable<Row> {
  table: string;
  /** Primary key. */
  id: keyof Row & string;
  /** Column with the time at which a row is due; null while it is not. */
  dueAt: string;
  /** Column that counts how often a row was claimed. */
  count: string;
  /** Column by which rows are claimed apart, so that none waits for another's. */
  of: string;
  /** What a claimed row is answered with. */
  columns: readonly (keyof Row & string)[];
}

interface Claim {
  of: string;
  now: Date;
  most: number;
  /** After how long a row is due again that was claimed for the first, the second … time and that nobody has finished; the last repeats. */
  againAfterMs: readonly number[];
}

/**
 * Rows that wait for their time and are worked on by whoever claims them: a claim moves the row's time on, so that nobody else takes it
 * and it comes again by itself should its worker die. Rows that somebody has locked are passed over.
 */
export function claimDue<Row extends object>({ table, id, dueAt, count, of, columns }: DueTable<Row>) {
  const statement = {
    name: `${table}_claim`,
    text: `
      UPDATE ${table} t SET ${count} = t.${count} + 1,
        ${dueAt} = $2::timestamptz + ($4::bigint[])[least(t.${count} + 1, cardinality($4::bigint[]))] * interval '1 millisecond'
      FROM (SELECT ${id} FROM ${table} WHERE ${of} = $1 AND ${dueAt} <= $2 ORDER BY ${dueAt} LIMIT $3 FOR UPDATE SKIP LOCKED) d
      WHERE t.${id} = d.${id} RETURNING ${columns.map((column) => `t.${column}`).join(', ')}`,
  };
  return (source: DataSource, { of: which, now, most, againAfterMs }: Claim): Promise<Row[]> =>
    runNamed<Row & Record<string, unknown>>(source, statement, [which, now, most, againAfterMs]);
}
