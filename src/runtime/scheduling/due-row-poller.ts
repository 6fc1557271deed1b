import type { DataSource } from 'typeorm';
import { runNamed } from '../database/named-query.js';
import type { RowSelection } from '../database/rows/row-selection.js';

interface DueTable<Row> {
  /** Primary key, whose column has the same name as the property. */
  id: keyof Row & string;
  /** Column with the time at which a row is due; null: never. */
  dueAt: string;
  /** Column that counts how often a row was claimed. */
  count: string;
  /** Column whose values are claimed separately, so that one party's calls do not hold up another's. */
  of: string;
}

interface DueWork<Row> {
  of: string;
  now: Date;
  /** How long after its first, second … claim an unfinished row is due again; the last one repeats. */
  againAfterMs: readonly number[];
  call: (row: Row) => Promise<unknown>;
}

/** Makes calls about some due rows. A failing call does not hold up the others. @returns whether there may be more. */
export type DueRowPoller<Row> = (source: DataSource, work: DueWork<Row>) => Promise<boolean>;

/** Calls under way at once for one value of `of`. */
const BATCH = 50;

/**
 * Claims due rows and calls another party about each. A claim moves the row's time on, so that no other worker takes it and it is due again
 * should this worker die. Locked rows are skipped.
 *
 * @param claimed the columns that a call gets, with their values after the claim.
 */
export function dueRowPoller<Row extends object>(claimed: RowSelection<Row>, { id, dueAt, count, of }: DueTable<Row>): DueRowPoller<Row> {
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
