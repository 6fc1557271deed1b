import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { Environment } from '../../runtime/config/environment.js';
import { withoutStatementTimeout } from '../../runtime/database/without-statement-timeout.js';
import { Metrics } from '../../runtime/metrics/metrics.js';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import type { Retention } from '../products/personal-data-source.js';
import { Parts } from '../products/parts.js';

const INTERVAL_MS = 3_600_000;
const ROWS_PER_BATCH = 500;
const DAY_MS = 86_400_000;

/**
 * Erases personal data that is older than the settings allow. Age is measured in system time, so moving business time forward erases
 * nothing.
 */
@Injectable()
export class RetentionService implements OnModuleInit {
  private readonly erased: Counter<'kind'>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly parts: Parts,
    private readonly environment: Environment,
    private readonly periodic: PeriodicTasks,
    metrics: Metrics,
  ) {
    this.erased = new Counter({
      name: 'gateway_personal_data_erased_total',
      help: 'Rows whose personal data was erased because its retention time was over, by kind.',
      labelNames: ['kind'],
      registers: [metrics.registry],
    });
  }

  onModuleInit(): void {
    this.periodic.register({ name: 'retention', intervalMs: INTERVAL_MS, batch: (signal) => this.batch(signal) });
  }

  /** Erases one batch of each kind. @returns whether there may be more rows of any kind. */
  async batch(signal?: AbortSignal): Promise<boolean> {
    let hasMore = false;
    for (const retention of this.parts.retentions(this.environment.retention)) {
      if (retention.days === 0 || signal?.aborted) continue;
      hasMore = (await this.eraseBatchOf(retention)) === ROWS_PER_BATCH || hasMore;
    }
    return hasMore;
  }

  private async eraseBatchOf(retention: Retention): Promise<number> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - retention.days * DAY_MS);
    const erased = await withoutStatementTimeout(this.dataSource, async (tx) => {
      const keys = (await tx.query<{ key: string }[]>(retention.selectOldestSql, [before, ROWS_PER_BATCH])).map(({ key }) => key);
      if (keys.length > 0) await retention.erase(tx, keys, now);
      return keys.length;
    });
    this.erased.inc({ kind: retention.name }, erased);
    return erased;
  }
}
