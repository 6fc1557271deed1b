import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../common/time/clocks.js';
import { patiently } from '../database/patiently.js';
import { PeriodicTasks } from '../scheduling/periodic-tasks.js';

/** Deletes limits that have run out, so that the table holds only what counts now. */
@Injectable()
export class ClearExpiredLimitsService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'clear-expired-limits', everyMs: 60_000, run: () => this.run() });
  }

  async run(): Promise<void> {
    const now = this.clock.now().getTime();
    await patiently(this.dataSource, (tx) => tx.query('DELETE FROM rate_limit WHERE expire < $1', [now]));
  }
}
