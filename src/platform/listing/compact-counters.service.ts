import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import { withoutStatementTimeout } from '../../runtime/database/without-statement-timeout.js';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { DELETE_ZERO_COUNTERS, COMPACT } from './compact-statements.js';

const INTERVAL_MS = 60_000;
const MAX_CHANGES = 5_000;

interface CompactedRow {
  /** Number of compacted changes, the same in each row. */
  taken: number;
  /** List of a counter that is zero now. Null when there is no such counter. */
  list: string | null;
  level: number;
  status: string;
  bucket: Date;
}

/** Compacts `listing_change` into `listing_counter`, so that totals and deep pages read few rows. Sums over both tables do not change. */
@Injectable()
export class CompactCountersService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.tasks.register({ name: 'compact-listing-counters', intervalMs: INTERVAL_MS, batch: () => this.batch() });
  }

  /** @returns whether there may be more changes to compact. */
  async batch(): Promise<boolean> {
    const rows = await withoutStatementTimeout(this.dataSource, (tx) => runNamed<CompactedRow & object>(tx, COMPACT, [MAX_CHANGES]));
    const zeroCounters = rows.filter(({ list }) => list !== null);
    if (zeroCounters.length > 0) {
      await runNamed(this.dataSource, DELETE_ZERO_COUNTERS, [
        zeroCounters.map(({ list }) => list),
        zeroCounters.map(({ level }) => level),
        zeroCounters.map(({ status }) => status),
        zeroCounters.map(({ bucket }) => bucket),
      ]);
    }
    return rows[0]?.taken === MAX_CHANGES;
  }
}
