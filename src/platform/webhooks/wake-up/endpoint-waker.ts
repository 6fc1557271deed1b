import { setTimeout } from 'node:timers/promises';
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { QueueBacklog } from './queue-backlog.js';
import { WAKE_UP_OPTIONS, type WakeUpJob, WEBHOOK_PRODUCER } from './webhook-queue.js';

const ENDPOINTS_OF_A_JOB = 500;
/** Pause between two jobs of this process, so that under load one job wakes many endpoints. */
const GATHER_MS = 10;

/**
 * Puts wake-ups for endpoints into the queue. Wake-ups that come shortly after a job share the next one. Callers do not wait, and nothing
 * throws: the sweeper finds deliveries whose wake-up is lost.
 */
@Injectable()
export class EndpointWaker implements OnModuleDestroy {
  private readonly waiting = new Set<string>();
  private adding = false;
  private readonly backlog: QueueBacklog;

  constructor(
    @InjectQueue(WEBHOOK_PRODUCER) private readonly queue: Queue<WakeUpJob>,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.backlog = new QueueBacklog(queue);
    queue.on('error', (error) => this.log.warn({ err: error }, 'the queue cannot be reached'));
  }

  wake(serviceId: string): void {
    this.waiting.add(serviceId);
    if (!this.adding) void this.addAll();
  }

  /** By force: an orderly close would wait for an unreachable queue, and the sweeper makes up for wake-ups that were not added. */
  async onModuleDestroy(): Promise<void> {
    await this.queue.getBackend().close(true);
  }

  private async addAll(): Promise<void> {
    this.adding = true;
    try {
      await Promise.resolve(); // endpoints woken in the same tick share the first job
      while (this.waiting.size > 0) await this.addSome();
    } catch (error) {
      this.log.warn({ err: error, endpoints: this.waiting.size }, 'wake-ups could not be queued; the sweeper finds the deliveries');
      this.waiting.clear();
    } finally {
      this.adding = false;
    }
  }

  private async addSome(): Promise<void> {
    const serviceIds = [...this.waiting].slice(0, ENDPOINTS_OF_A_JOB);
    for (const serviceId of serviceIds) this.waiting.delete(serviceId);
    if (!(await this.backlog.isTooLarge())) await this.queue.add('wake', { serviceIds }, WAKE_UP_OPTIONS);
    await setTimeout(GATHER_MS, undefined, { ref: false });
  }
}
