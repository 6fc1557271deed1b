import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { withoutStatementTimeout } from '../../runtime/database/without-statement-timeout.js';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';

/** Seven days, as the API reference promises to partners (the description of `IDEMPOTENCY_KEY`). */
const RETENTION_MS = 7 * 86_400_000;
const BATCH_SIZE = 5_000;

const DELETE_OLD =
  'DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY (SELECT ctid FROM idempotency_key WHERE claimed_at < $1 ORDER BY claimed_at LIMIT $2 FOR UPDATE SKIP LOCKED))';

/** Deletes keys after seven days, in batches that hold no lock for long. */
@Injectable()
export class DeleteExpiredKeysService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'delete-expired-idempotency-keys', intervalMs: 600_000, batch: () => this.batch() });
  }

  /** @returns whether there may be more keys to delete. */
  async batch(batchSize = BATCH_SIZE): Promise<boolean> {
    const claimedBefore = new Date(this.clock.now().getTime() - RETENTION_MS);
    const [, deletedCount] = await withoutStatementTimeout(this.dataSource, (tx) =>
      tx.query<[unknown[], number]>(DELETE_OLD, [claimedBefore, batchSize]),
    );
    return deletedCount === batchSize;
  }
}
