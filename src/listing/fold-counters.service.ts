import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../common/time/clocks.js';
import { runNamed } from '../database/named-query.js';
import { PeriodicTasks } from '../scheduling/periodic-tasks.js';
import { FOLD } from './listing-statements.js';

const DAY_MS = 86_400_000;

/**
 * Adds up the slots of past days into one row each, and drops those that came to nothing, so that a seek over years reads few rows.
 * The sums stay the same throughout.
 */
@Injectable()
export class FoldCountersService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly tasks: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.tasks.register({ name: 'fold listing counters', everyMs: 600_000, run: () => this.run() });
  }

  async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - 2 * DAY_MS);
    let taken: number;
    do {
      const [row] = await runNamed<{ taken: number }>(this.dataSource, FOLD, [before]);
      taken = row?.taken ?? 0;
    } while (taken > 0);
  }
}
