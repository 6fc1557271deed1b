import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';
import { LOGGER } from '../logging/logger.js';
import { WAKE_OPTIONS, type WakeJob, WEBHOOK_PRODUCER } from './webhook-queue.js';

/**
 * A worker that dies just after it took a wake-up leaves one behind that nobody works on until the queue finds it stalled,
 * up to a minute later. Only for so long does it stand for the wake-ups that follow.
 */
const COALESCED_MS = 3_000;

/**
 * Puts wake-ups for endpoints into the queue. Wake-ups of one endpoint coalesce: in this process while one is being added,
 * and in the queue until a worker takes it. Nothing here is awaited by callers or throws; what is lost, the sweeper repeats.
 */
@Injectable()
export class EndpointWaker implements OnModuleDestroy {
  private readonly adding = new Set<string>();
  private readonly again = new Set<string>();

  constructor(
    @InjectQueue(WEBHOOK_PRODUCER) private readonly queue: Queue<WakeJob>,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    queue.on('error', (error) => this.log.warn({ err: error }, 'the queue cannot be reached'));
  }

  now(serviceId: string): void {
    // A wake-up that is being added may already have been taken by a worker, before what this one tells about.
    if (this.adding.has(serviceId)) this.again.add(serviceId);
    else void this.add(serviceId);
  }

  /** When the endpoint's next delivery is due; the newest word counts. */
  async later(serviceId: string, delayMs: number): Promise<void> {
    try {
      await this.queue.add(
        'later',
        { serviceId },
        { ...WAKE_OPTIONS, delay: delayMs, deduplication: { id: `later-${serviceId}`, replace: true } },
      );
    } catch (error) {
      this.log.warn({ err: error, serviceId }, 'a later wake-up could not be queued; the sweeper finds the delivery');
    }
  }

  /** By force: an orderly end would wait for a queue that is away, and what was not added, the sweeper finds. */
  async onModuleDestroy(): Promise<void> {
    await this.queue.getBackend().close(true);
  }

  private async add(serviceId: string): Promise<void> {
    this.adding.add(serviceId);
    try {
      do {
        this.again.delete(serviceId);
        await this.queue.add('now', { serviceId }, { ...WAKE_OPTIONS, deduplication: { id: `now-${serviceId}`, ttl: COALESCED_MS } });
      } while (this.again.has(serviceId));
    } catch (error) {
      this.log.warn({ err: error, serviceId }, 'a wake-up could not be queued; the sweeper finds the delivery');
    } finally {
      this.adding.delete(serviceId);
      this.again.delete(serviceId);
    }
  }
}
