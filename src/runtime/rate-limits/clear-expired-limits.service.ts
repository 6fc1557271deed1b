import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { withoutStatementTimeout } from '../database/without-statement-timeout.js';
import { PeriodicTasks } from '../scheduling/periodic-tasks.js';

const INTERVAL_MS = 60_000;
const ROWS_PER_BATCH = 5_000;

/** Skips rows that a request has locked, because that request is using the limit again. */
const DELETE_EXPIRED = `
  DELETE FROM rate_limit WHERE key = ANY (
    ARRAY(SELECT key FROM rate_limit WHERE expire < $1 ORDER BY expire LIMIT $2 FOR UPDATE SKIP LOCKED))`;

/** Deletes expired rate limits in batches, so that locks are short. */
@Injectable()
export class ClearExpiredLimitsService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'delete-expired-limits', intervalMs: INTERVAL_MS, batch: () => this.batch() });
  }

  /** @returns whether there may be more expired limits. */
  async batch(): Promise<boolean> {
    const [, deleted] = await withoutStatementTimeout(this.dataSource, (tx) =>
      tx.query<[unknown[], number]>(DELETE_EXPIRED, [this.clock.now().getTime(), ROWS_PER_BATCH]),
    );
    return deleted === ROWS_PER_BATCH;
  }
}
