import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../common/time/clocks.js';
import { Environment } from '../../runtime/config/environment.js';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { Parts } from '../products/parts.js';
import { TOTAL_LOGS, type TotalLog, type TotalSource } from '../products/total-source.js';

const ROWS_PER_LOG = 5_000;
const MAX_DELETED_ROWS = 5_000;
/** More than the eight days that the panel shows. */
const RETENTION_DAYS = 15;
const DAY_MS = 24 * 60 * 60_000;

/** Sums paid and failed transactions by hour, each row of a log once. So the panel does not count growing tables to show a day. */
@Injectable()
export class SumTotalsService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly parts: Parts,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'sum-totals', intervalMs: 60_000, batch: () => this.batch() });
  }

  /** @param rowsPerLog approximate number of rows of each log. @returns whether more rows may be left. */
  async batch(rowsPerLog: number = ROWS_PER_LOG): Promise<boolean> {
    let mayHaveMore = false;
    for (const log of TOTAL_LOGS) mayHaveMore = (await this.sum(log, rowsPerLog)) >= rowsPerLog || mayHaveMore;
    return (await this.deleteOldTotals()) >= MAX_DELETED_ROWS || mayHaveMore;
  }

  /**
   * Stores the progress in the transaction of the sums. While one worker sums a log, other workers skip it. @returns the number of read
   * rows.
   */
  private sum(log: TotalLog, rowCount: number): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      const [progress] = await tx.query<{ last_xid: string }[]>(
        'SELECT last_xid FROM hourly_total_progress WHERE log = $1 FOR NO KEY UPDATE SKIP LOCKED',
        [log],
      );
      if (!progress) return 0;
      const values = [progress.last_xid, rowCount, this.environment.app.displayTimeZone, log];
      const [row] = await tx.query<{ read: number }[]>(sumStatement(log, this.parts.totalsOf(log)), values);
      return row?.read ?? 0;
    });
  }

  private async deleteOldTotals(): Promise<number> {
    const retainedSince = new Date(this.clock.now().getTime() - RETENTION_DAYS * DAY_MS);
    const [row] = await this.dataSource.query<{ deleted: number }[]>(
      `WITH old AS (SELECT ctid FROM hourly_total WHERE hour < $1 ORDER BY hour LIMIT $2 FOR UPDATE SKIP LOCKED),
         gone AS (DELETE FROM hourly_total WHERE ctid = ANY (ARRAY(SELECT ctid FROM old)) RETURNING 1)
       SELECT count(*)::int AS deleted FROM gone`,
      [retainedSince, MAX_DELETED_ROWS],
    );
    return row?.deleted ?? 0;
  }
}

/**
 * Parameters: the last summed transaction, approximate number of rows, time zone, log. It selects rows as seals do: committed rows in the
 * order of their transactions, those of one transaction together. Only transactions older than the oldest open one are summed. No rows can
 * be added to these, so no late commit is missed. Rows are summed by full hours of the given time zone.
 */
function sumStatement(log: TotalLog, sources: readonly TotalSource[]): string {
  return `
  WITH fresh AS MATERIALIZED (
    SELECT * FROM ${log} WHERE created_xid > $1::xid8 AND created_xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY created_xid FETCH FIRST $2 ROWS WITH TIES
  ), transactions AS (
    ${sources.map(({ select }) => select).join(' UNION ALL ')}
  ), hourly AS (
    SELECT service_id, date_trunc('hour', at, $3) AS hour, test, outcome, channel, reason, currency, amount_minor FROM transactions
  ), summed AS (
    SELECT coalesce(service_id, '') AS service_id, hour, test, outcome, channel, reason, currency, count(*) AS count, sum(amount_minor) AS amount_minor
    FROM hourly GROUP BY GROUPING SETS ((service_id, hour, test, outcome, channel, reason, currency), (hour, test, outcome, channel, reason, currency))
  ), added AS (
    INSERT INTO hourly_total AS f (service_id, hour, test, outcome, channel, reason, currency, count, amount_minor) SELECT * FROM summed
    ON CONFLICT (service_id, hour, test, outcome, channel, reason, currency)
      DO UPDATE SET count = f.count + excluded.count, amount_minor = f.amount_minor + excluded.amount_minor
  ), progress AS (
    UPDATE hourly_total_progress SET last_xid = (SELECT created_xid FROM fresh ORDER BY created_xid DESC LIMIT 1)
    WHERE log = $4 AND EXISTS (SELECT FROM fresh)
  )
  SELECT count(*)::int AS read FROM fresh`;
}
