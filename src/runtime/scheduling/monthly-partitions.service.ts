import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { withTableLocks } from '../database/with-table-locks.js';
import { PeriodicTasks } from './periodic-tasks.js';

const INTERVAL_MS = 6 * 3_600_000;
const MONTHS_AHEAD = 3;

/** Creates the partitions of the coming months, one table after the other. Without them, rows would go to the default partition. */
@Injectable()
export class MonthlyPartitionsService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'create-partitions', intervalMs: INTERVAL_MS, batch: () => this.run().then(() => false) });
  }

  /** @param lockTimeoutMs how long to wait for the lock on a table. A test on a busy machine waits longer. */
  async run(lockTimeoutMs?: number): Promise<void> {
    const tables = await this.dataSource.query<{ name: string }[]>(
      `SELECT relname::text AS name FROM pg_partitioned_table JOIN pg_class ON pg_class.oid = partrelid
       WHERE relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables)
      await withTableLocks(
        this.dataSource,
        (tx) => tx.query('SELECT ensure_month_partitions($1, $2)', [name, MONTHS_AHEAD]),
        lockTimeoutMs,
      );
  }
}
