import { setTimeout } from 'node:timers/promises';
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { QueueBacklog } from './queue-backlog.js';
import { WAKE_OPTIONS, type WakeJob, WEBHOOK_PRODUCER } from './webhook-queue.js';

const ENDPOINTS_OF_A_JOB = 500;
/** Between two jobs of this process: under load one wakes many endpoints, alone each goes at once. */
const GATHER_MS = 10;
/** What is due so soon is told again: the wake-up that was told may just have come, a moment early. */
const SOON_MS = 1_000;

/**
 * Puts wake-ups for endpoints into the queue. After each job the wake-ups that follow gather for a moment and share the
 * next one.
 * Nothing here is awaited by callers or throws; what is lost, the sweeper repeats.
 */
@Injectable()
export class EndpointWaker implements OnModuleDestroy {
  private readonly waiting = new Set<string>();
  private adding = false;
  private readonly crowd: QueueBacklog;
  /** When endpoints are to be woken later, as the queue was told last. */
  private readonly told = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    @InjectQueue(WEBHOOK_PRODUCER) private readonly queue: Queue<WakeJob>,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.crowd = new QueueBacklog(queue);
    queue.on('error', (error) => this.log.warn({ err: error }, 'the queue cannot be reached'));
  }

  now(serviceId: string): void {
    this.waiting.add(serviceId);
    if (!this.adding) void this.addAll();
  }

  /** When the endpoint's next delivery is due; the newest word counts. */
  async later(serviceId: string, at: Date, delayMs: number): Promise<void> {
    if (delayMs > SOON_MS && this.told.get(serviceId) === at.getTime()) return;
    this.told.set(serviceId, at.getTime());
    try {
      await this.queue.add(
        'later',
        { serviceIds: [serviceId] },
        { ...WAKE_OPTIONS, delay: delayMs, deduplication: { id: `later-${serviceId}`, replace: true } },
      );
    } catch (error) {
      this.told.delete(serviceId);
      this.log.warn({ err: error, serviceId }, 'a later wake-up could not be queued; the sweeper finds the delivery');
    }
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
    if (!(await this.crowd.isTooLarge())) await this.queue.add('now', { serviceIds }, WAKE_OPTIONS);
    await setTimeout(GATHER_MS, undefined, { ref: false });
  }
}
