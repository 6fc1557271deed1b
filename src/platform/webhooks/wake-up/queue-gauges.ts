import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { SystemClock } from '../../../common/time/clocks.js';
import { GaugeCollector } from '../../../runtime/metrics/gauge-collector.js';
import { type WakeUpJob, WEBHOOK_PRODUCER } from './webhook-queue.js';

/** Gauge of how long wake-ups wait for a worker. It has no value while the queue cannot be reached. */
@Injectable()
export class QueueGauges implements OnModuleInit {
  constructor(
    private readonly gauges: GaugeCollector,
    private readonly clock: SystemClock,
    @InjectQueue(WEBHOOK_PRODUCER) private readonly queue: Queue<WakeUpJob>,
  ) {}

  onModuleInit(): void {
    this.gauges.register({
      name: 'queue',
      help: { webhook_queue_age_seconds: 'How long the first wake-up of the queue has waited for a worker. 0 when none waits.' },
      read: async () => {
        const [oldest] = await this.queue.getJobs(['wait'], 0, 0, true);
        const waitedMs = oldest ? this.clock.now().getTime() - oldest.timestamp - oldest.delay : 0;
        return { webhook_queue_age_seconds: Math.max(0, waitedMs) / 1000 };
      },
    });
  }
}
