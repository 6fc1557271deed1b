import { setTimeout } from 'node:timers/promises';
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import type { Logger } from 'pino';
import { LOGGER } from '../logging/logger.js';
import { CONSUMER } from '../queue/queue.module.js';
import { DeliverEndpointService } from './deliver-endpoint.service.js';
import { type WakeJob, WEBHOOK_QUEUE } from './webhook-queue.js';

/** Jobs wait for receivers nearly all the time and share the process's delivery slots, so there may be many. */
const ENDPOINTS_AT_ONCE = 256;

/** After the queue failed to answer. BullMQ would pause for 15 seconds after a Redis that is long back. */
const RETRY_AFTER_MS = 1_000;

/** How long the end of the process waits for a queue that does not answer, once all deliveries are recorded. */
const QUEUE_GRACE_MS = 2_000;

/** Takes wake-ups. Only the worker role has this class, because `@nestjs/bullmq` starts a worker for every processor it finds. */
@Processor({ name: WEBHOOK_QUEUE, configKey: CONSUMER }, { concurrency: ENDPOINTS_AT_ONCE, runRetryDelay: RETRY_AFTER_MS })
export class WebhookProcessor extends WorkerHost implements OnModuleDestroy {
  private readonly stop = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly deliver: DeliverEndpointService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super();
  }

  async process(job: Job<WakeJob>): Promise<void> {
    // From here on a wake-up is a new job: it may tell about something this one no longer sees, and a worker that dies
    // now must not keep the endpoint from being woken.
    await job.removeDeduplicationKey();
    const delivering = this.deliver.run(job.data.serviceId, this.stop.signal);
    this.running.add(delivering);
    await delivering.finally(() => this.running.delete(delivering));
  }

  @OnWorkerEvent('failed')
  onFailed(job: Job<WakeJob> | undefined, error: Error): void {
    this.log.error(
      { err: error, serviceId: job?.data.serviceId },
      'delivering to an endpoint was interrupted; the sweeper takes it up again',
    );
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.log.warn({ err: error }, 'the queue cannot be reached');
  }

  /** Finishes the deliveries that are under way, before the database goes. */
  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    const finished = this.worker.pause().catch((error: unknown) => this.log.debug({ err: error }, 'the worker was not paused in order'));
    const deliveriesEnded = Promise.allSettled(this.running);
    await Promise.race([finished, deliveriesEnded.then(() => setTimeout(QUEUE_GRACE_MS, undefined, { ref: false }))]);
    await this.worker.close(true);
  }
}
