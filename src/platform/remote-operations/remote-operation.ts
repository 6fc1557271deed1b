import { Column, type DataSource, type EntityManager, type ObjectLiteral } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import { columnOf, type EntityClass, entityColumns } from '../../runtime/database/rows/entity-columns.js';
import { allColumnsOf } from '../../runtime/database/rows/row-selection.js';

/**
 * The columns of each operation that the gateway requests from a provider, such as a charge, an attempt or a refund. The response may not
 * arrive, so the provider is polled until the outcome is definite.
 */
export abstract class RemoteOperationRow {
  /** Business time of the next provider request; null: no request is due. */
  @Column('timestamptz', { nullable: true })
  nextPollAt: Date | null;

  /** Number of provider requests since polling started or restarted. */
  @Column('integer')
  pollCount: number;

  @Column('timestamptz')
  updatedAt: Date;
}

/** Polling ends. A later hint or conflict may start it again, and then the earlier polls must not count. */
export const NO_POLLS = { nextPollAt: null, pollCount: 0 } satisfies Partial<RemoteOperationRow>;

interface Declaration<Row> {
  entity: EntityClass<Row>;
  /** Property with the primary key, a UUID. */
  id: keyof Row & string;
  /** Property with the provider. Rows are claimed per provider, so that slow responses of one do not delay the polls of another. */
  provider: keyof Row & string;
}

interface DuePolls<Row> {
  /** The provider whose rows are claimed. */
  provider: string;
  now: Date;
  /** Times after the first, second … poll until a row is due again, unless the poll ends polling. The last one repeats. */
  againAfterMs: readonly number[];
  poll: (row: Row) => Promise<unknown>;
}

/** One kind of operation at providers, in one table. */
export interface RemoteOperation<Row> {
  /**
   * Claims a batch of due rows of one provider and polls for each. A claim sets the time of the row's next poll. So no other process polls
   * the row meanwhile, and the row is due again if this process is killed. A failing poll does not delay the others.
   * @returns whether more rows may be due.
   */
  pollDue(dataSource: DataSource, polls: DuePolls<Row>): Promise<boolean>;
  /** Ends the polling of a claimed row, unless a status update has changed its polling since the claim, or a hint has made it due. */
  endPolling(dataSource: DataSource, claimed: Row): Promise<void>;
  /** Writes columns of a locked row without a change of state. */
  set(tx: EntityManager, row: Row, change: Partial<Row>): Promise<void>;
}

/** Concurrent requests to one provider. */
const BATCH_SIZE = 50;

export function remoteOperation<Row extends RemoteOperationRow & ObjectLiteral>({
  entity,
  id,
  provider,
}: Declaration<Row>): RemoteOperation<Row> {
  const { columns } = entityColumns(entity);
  const [idColumn, providerColumn] = [id, provider].map((property) => columnOf(entity, columns, property).name);
  const selection = allColumnsOf(entity);
  const { table } = selection;
  // Locked rows are skipped.
  const claim = {
    name: `${table}_claim`,
    text: `
      UPDATE ${table} t SET poll_count = t.poll_count + 1,
        next_poll_at = $2::timestamptz + ($4::bigint[])[least(t.poll_count + 1, cardinality($4::bigint[]))] * interval '1 millisecond'
      FROM (SELECT ${idColumn} FROM ${table} WHERE ${providerColumn} = $1 AND next_poll_at <= $2 ORDER BY next_poll_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED) d
      WHERE t.${idColumn} = d.${idColumn} RETURNING ${selection.columns('t')}`,
  };
  return {
    async pollDue(dataSource, { provider: name, now, againAfterMs, poll }) {
      const rows = selection.rows(await runNamed<Record<string, unknown>>(dataSource, claim, [name, now, BATCH_SIZE, againAfterMs]));
      const failed = (await Promise.allSettled(rows.map(poll))).find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return rows.length === BATCH_SIZE;
    },
    async endPolling(dataSource, { [id]: key, pollCount, nextPollAt }) {
      await dataSource.manager.update(entity, { [id]: key, pollCount, nextPollAt }, NO_POLLS as Partial<Row>);
    },
    async set(tx, row, change) {
      if (Object.keys(change).length === 0) return;
      await tx.update(entity, { [id]: row[id] }, change);
      Object.assign(row, change);
    },
  };
}
