import type { DataSource } from 'typeorm';
import { runNamed } from '../database/named-query.js';
import type { RowSelection } from '../database/rows/row-selection.js';

interface DueTable<Row> {
  /** Primary key, whose column has the same name as the property. */
  id: keyof Row & string;
  /** Column with the time at which a row is due. Null means never. */
  dueAt: string;
  /** Column with the number of claims of the row. */
  count: string;
  /** Column with the provider. Rows are claimed per provider, so that slow calls of one provider do not delay those of another. */
  providerColumn: string;
}

interface DueWork<Row> {
  /** The provider whose rows are claimed. */
  dueProvider: string;
  now: Date;
  /** Times after the first, second … claim until an unfinished row is due again. The last one repeats. */
  againAfterMs: readonly number[];
  call: (row: Row) => Promise<unknown>;
}

/** Makes a call for each row of a batch of due rows. A failing call does not delay the others. @returns whether more rows may be due. */
export type DueRowPoller<Row> = (source: DataSource, work: DueWork<Row>) => Promise<boolean>;

/** Concurrent calls to one provider. */
const BATCH_SIZE = 50;

/**
 * Claims due rows and makes a call to a provider for each. A claim sets the row's next due time. So no other worker claims the row before
 * that time, and the row is due again if this worker dies. Locked rows are skipped.
 *
 * @param selection the columns that a call gets, with their values after the claim.
 */
export function dueRowPoller<Row extends object>(
  selection: RowSelection<Row>,
  { id, dueAt, count, providerColumn }: DueTable<Row>,
): DueRowPoller<Row> {
  const { table } = selection;
  const claim = {
    name: `${table}_claim`,
    text: `
      UPDATE ${table} t SET ${count} = t.${count} + 1,
        ${dueAt} = $2::timestamptz + ($4::bigint[])[least(t.${count} + 1, cardinality($4::bigint[]))] * interval '1 millisecond'
      FROM (SELECT ${id} FROM ${table} WHERE ${providerColumn} = $1 AND ${dueAt} <= $2 ORDER BY ${dueAt} LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED) d
      WHERE t.${id} = d.${id} RETURNING ${selection.columns('t')}`,
  };
  return async (source, { dueProvider: provider, now, againAfterMs, call }) => {
    const dueRows = selection.rows(await runNamed<Record<string, unknown>>(source, claim, [provider, now, BATCH_SIZE, againAfterMs]));
    const results = await Promise.allSettled(dueRows.map(call));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return dueRows.length === BATCH_SIZE;
  };
}
