import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import { withoutStatementTimeout } from '../../runtime/database/without-statement-timeout.js';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { DELETE_ZERO_COUNTERS, COMPACT } from './compact-statements.js';

const EVERY_MS = 60_000;
const AT_ONCE = 5_000;

interface Folded {
  taken: number;
  /** A counter that is zero now; null when there is none. */
  list: string | null;
  level: number;
  status: string;
  bucket: Date;
}

/** Adds the changes of transactions to the counters, so that totals and seeks read few rows. The sums stay the same throughout. */
@Injectable()
export class CompactCountersService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.tasks.register({ name: 'fold listing counters', everyMs: EVERY_MS, batch: () => this.batch() });
  }

  /** @returns whether there may be more. */
  async batch(): Promise<boolean> {
    const rows = await withoutStatementTimeout(this.dataSource, (tx) => runNamed<Folded & object>(tx, COMPACT, [AT_ONCE]));
    const empty = rows.filter(({ list }) => list !== null);
    if (empty.length > 0) {
      await runNamed(this.dataSource, DELETE_ZERO_COUNTERS, [
        empty.map(({ list }) => list),
        empty.map(({ level }) => level),
        empty.map(({ status }) => status),
        empty.map(({ bucket }) => bucket),
      ]);
    }
    return rows[0]?.taken === AT_ONCE;
  }
}
