import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from '../metrics/metrics.js';

interface Task {
  name: string;
  intervalMs: number;
}

/** Gauges of success and failure of this process's periodic tasks. They show tasks that keep failing or hang. */
@Injectable()
export class TaskMetrics {
  private readonly failures: Gauge<'task'>;
  private readonly succeededAt: Gauge<'task'>;
  private readonly interval: Gauge<'task'>;

  constructor({ registry }: Metrics) {
    const gauge = (name: string, help: string): Gauge<'task'> => new Gauge({ name, help, labelNames: ['task'], registers: [registry] });
    this.failures = gauge('gateway_task_consecutive_failures', 'How often a periodic task has failed since it last succeeded.');
    this.succeededAt = gauge('gateway_task_last_success_timestamp_seconds', 'When a periodic task last succeeded, or was first tried.');
    this.interval = gauge('gateway_task_interval_seconds', 'How often a periodic task is due.');
  }

  recordStart({ name: task, intervalMs }: Task): void {
    this.interval.set({ task }, intervalMs / 1000);
    this.failures.set({ task }, 0);
    this.succeededAt.setToCurrentTime({ task });
  }

  recordSuccess({ name: task }: Task): void {
    this.failures.set({ task }, 0);
    this.succeededAt.setToCurrentTime({ task });
  }

  recordFailure({ name: task }: Task): void {
    this.failures.inc({ task });
  }
}
