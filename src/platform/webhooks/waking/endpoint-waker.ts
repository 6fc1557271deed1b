import { setTimeout } from 'node:timers/promises';
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { QueueBacklog } from './queue-backlog.js';
import { WAKE_OPTIONS, type WakeJob, WEBHOOK_PRODUCER } from './webhook-queue.js';

const ENDPOINTS_OF_A_JOB = 500;
/** Between two jobs of this process: under load one wakes many endpoints, alone each goes at once. */
const GATHER_MS = 10;

/**
 * Puts wake-ups for endpoints into the queue. After each job the wake-ups that follow gather for a moment and share the
 * next one.
 * Nothing here is awaited by callers or throws; what is lost, the sweeper finds.
 */
@Injectable()
export class EndpointWaker implements OnModuleDestroy {
  private readonly waiting = new Set<string>();
  private adding = false;
  private readonly backlog: QueueBacklog;

  constructor(
    @InjectQueue(WEBHOOK_PRODUCER) private readonly queue: Queue<WakeJob>,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.backlog = new QueueBacklog(queue);
    queue.on('error', (error) => this.log.warn({ err: error }, 'the queue cannot be reached'));
  }

  wake(serviceId: string): void {
    this.waiting.add(serviceId);
    if (!this.adding) void this.addAll();
  }

  /** By force: an orderly end would wait for a queue that is away, and what was not added, the sweeper finds. */
  async onModuleDestroy(): Promise<void> {
    await this.queue.getBackend().close(true);
  }

  private async addAll(): Promise<void> {
    this.adding = true;
    try {
      await Promise.resolve(); // what is woken in the same breath goes along
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
    if (!(await this.backlog.isTooLarge())) await this.queue.add('wake', { serviceIds }, WAKE_OPTIONS);
    await setTimeout(GATHER_MS, undefined, { ref: false });
  }
}
