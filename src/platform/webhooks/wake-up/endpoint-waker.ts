import { setTimeout } from 'node:timers/promises';
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { QueueBacklog } from './queue-backlog.js';
import { WAKE_UP_OPTIONS, type WakeUpJob, WEBHOOK_PRODUCER } from './webhook-queue.js';

const MAX_ENDPOINTS_PER_JOB = 500;
/** Pause between two jobs of this process. Under load, one job thus wakes many endpoints. */
const JOB_INTERVAL_MS = 10;

/**
 * Adds wake-ups for endpoints to the queue. Wake-ups that arrive while a job is being added share the next job. Callers do not wait, and
 * no error reaches them: the sweeper (`WakeDueEndpointsService`) finds deliveries whose wake-up is lost.
 */
@Injectable()
export class EndpointWaker implements OnModuleDestroy {
  private readonly pendingServiceIds = new Set<string>();
  private isAdding = false;
  private readonly backlog: QueueBacklog;

  constructor(
    @InjectQueue(WEBHOOK_PRODUCER) private readonly queue: Queue<WakeUpJob>,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.backlog = new QueueBacklog(queue);
    queue.on('error', (error) => this.log.warn({ err: error }, 'could not reach the queue, the sweeper finds due deliveries'));
  }

  wake(serviceId: string): void {
    this.pendingServiceIds.add(serviceId);
    if (!this.isAdding) void this.addJobs();
  }

  /** Closes by force: an orderly close would wait for an unreachable queue. The sweeper finds deliveries whose wake-up was not added. */
  async onModuleDestroy(): Promise<void> {
    await this.queue.getBackend().close(true);
  }

  private async addJobs(): Promise<void> {
    this.isAdding = true;
    try {
      await Promise.resolve(); // endpoints woken in the same tick share the first job
      while (this.pendingServiceIds.size > 0) await this.addJob();
    } catch (error) {
      this.log.warn(
        { err: error, endpoints: this.pendingServiceIds.size },
        'could not queue wake-ups, the sweeper finds the due deliveries',
      );
      this.pendingServiceIds.clear();
    } finally {
      this.isAdding = false;
    }
  }

  private async addJob(): Promise<void> {
    const serviceIds = [...this.pendingServiceIds].slice(0, MAX_ENDPOINTS_PER_JOB);
    for (const serviceId of serviceIds) this.pendingServiceIds.delete(serviceId);
    if (!(await this.backlog.isTooLarge())) await this.queue.add('wake', { serviceIds }, WAKE_UP_OPTIONS);
    await setTimeout(JOB_INTERVAL_MS, undefined, { ref: false });
  }
}
