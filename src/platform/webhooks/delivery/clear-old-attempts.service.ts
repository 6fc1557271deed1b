import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Environment } from '../../../runtime/config/environment.js';
import { withoutStatementTimeout } from '../../../runtime/database/without-statement-timeout.js';
import { withTableLocks } from '../../../runtime/database/with-table-locks.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';

const INTERVAL_MS = 3_600_000;
const BATCH_SIZE = 5_000;

// Months are in UTC, as in the bounds of the partitions.
const DELETE_OLD_FROM_DEFAULT = `
  DELETE FROM webhook_attempt_default WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM webhook_attempt_default
    WHERE started_at < (date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => $1)) AT TIME ZONE 'UTC'
    ORDER BY started_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ))`;

/**
 * Drops the monthly partitions of attempts that are older than the retention. Pending deliveries do not need the dropped attempts: the
 * delivery's row has the number of attempts and the time of the next attempt. A result still updates the delivery when its attempt row is
 * gone.
 */
@Injectable()
export class ClearOldAttemptsService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly periodic: PeriodicTasks,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    if (this.environment.webhook.attemptRetentionMonths === 0) return;
    this.periodic.register({ name: 'delete-old-attempts', intervalMs: INTERVAL_MS, batch: () => this.batch() });
  }

  /** @returns whether there may be more to delete. */
  async batch(): Promise<boolean> {
    const months = this.environment.webhook.attemptRetentionMonths;
    if (months === 0) return false;
    return (await this.clearDefault(months)) === BATCH_SIZE || (await this.dropMonth(months));
  }

  /**
   * Deletes a batch from the default partition, which holds rows whose monthly partition was missing. @returns the number of deleted rows.
   */
  private async clearDefault(months: number): Promise<number> {
    const [, deletedCount] = await withoutStatementTimeout(this.dataSource, (tx) =>
      tx.query<[unknown[], number]>(DELETE_OLD_FROM_DEFAULT, [months, BATCH_SIZE]),
    );
    return deletedCount;
  }

  /** Drops the oldest monthly partition. @returns false when none is too old, or another process is dropping it. */
  private async dropMonth(months: number): Promise<boolean> {
    const [row] = await withTableLocks(this.dataSource, (tx) =>
      tx.query<{ name: string | null }[]>('SELECT drop_webhook_attempt_month($1) AS name', [months]),
    );
    if (row?.name) this.log.info({ partition: row.name }, 'dropped a monthly partition of old delivery attempts');
    return Boolean(row?.name);
  }
}
