import type { DataSource } from 'typeorm';
import { runNamed } from '../database/named-query.js';
import type { RowSelection } from '../database/rows/row-selection.js';

interface DueTable<Row> {
  /** Primary key, whose column is called like its property. */
  id: keyof Row & string;
  /** Column with the time at which a row is due; null while it is not. */
  dueAt: string;
  /** Column that counts how often a row was claimed. */
  count: string;
  /** Column by which rows are claimed apart, so that none waits for another's. */
  of: string;
}

interface DueWork<Row> {
  of: string;
  now: Date;
  /** After how long a row is due again that was claimed for the first, the second … time and that nobody has finished; the last repeats. */
  againAfterMs: readonly number[];
  call: (row: Row) => Promise<unknown>;
}

/** Calls about some rows that are due. @returns whether there may be more. A call that fails holds up none of the others. */
export type DueCalls<Row> = (source: DataSource, work: DueWork<Row>) => Promise<boolean>;

/** Calls about rows of one kind that may be under way at once. */
const BATCH = 50;

/**
 * Rows that wait for their time and about which somebody outside is called by whoever claims them: a claim moves the row's time on, so that
 * nobody else takes it and it comes again by itself should its worker die. Rows that somebody has locked are passed over.
 *
 * @param claimed what a call is given of its row, as it is after the claim.
 */
export function dueCalls<Row extends object>(claimed: RowSelection<Row>, { id, dueAt, count, of }: DueTable<Row>): DueCalls<Row> {
  const { table } = claimed;
  const claim = {
    name: `${table}_claim`,
    text: `
      UPDATE ${table} t SET ${count} = t.${count} + 1,
        ${dueAt} = $2::timestamptz + ($4::bigint[])[least(t.${count} + 1, cardinality($4::bigint[]))] * interval '1 millisecond'
      FROM (SELECT ${id} FROM ${table} WHERE ${of} = $1 AND ${dueAt} <= $2 ORDER BY ${dueAt} LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED) d
      WHERE t.${id} = d.${id} RETURNING ${claimed.columns('t')}`,
  };
  return async (source, { of: which, now, againAfterMs, call }) => {
    const due = claimed.rows(await runNamed<Record<string, unknown>>(source, claim, [which, now, BATCH, againAfterMs]));
    const results = await Promise.allSettled(due.map(call));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return due.length === BATCH;
  };
}
