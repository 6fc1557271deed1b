import { setTimeout } from 'node:timers/promises';
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { CONSUMER } from '../../../runtime/queue/queue.module.js';
import { DeliverEndpointService } from './deliver-endpoint.service.js';
import { type WakeUpJob, WEBHOOK_QUEUE } from '../wake-up/webhook-queue.js';

/** Few are enough: a job ends as soon as its endpoints are awake and waits for no receiver. */
const JOBS_AT_ONCE = 8;

/** After a failure of the queue. BullMQ's default is 15 seconds, even when Redis is back at once. */
const RETRY_AFTER_MS = 1_000;

/** How long a shutdown waits for a queue that does not answer, once all deliveries are recorded. */
const QUEUE_GRACE_MS = 2_000;

/** Takes wake-ups. Only the worker role has this class, because `@nestjs/bullmq` starts a worker for every processor it finds. */
@Processor({ name: WEBHOOK_QUEUE, configKey: CONSUMER }, { concurrency: JOBS_AT_ONCE, runRetryDelay: RETRY_AFTER_MS })
export class WebhookProcessor extends WorkerHost implements OnModuleDestroy {
  constructor(
    private readonly deliver: DeliverEndpointService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super();
  }

  process(job: Job<WakeUpJob>): Promise<void> {
    for (const serviceId of job.data.serviceIds) this.deliver.wake(serviceId);
    return Promise.resolve();
  }

  @OnWorkerEvent('failed')
  onFailed(_: Job<WakeUpJob> | undefined, error: Error): void {
    this.log.error({ err: error }, 'a wake-up was not understood; the sweeper finds what is due');
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.log.warn({ err: error }, 'the queue cannot be reached');
  }

  /** Finishes the deliveries under way before the database connections close. */
  async onModuleDestroy(): Promise<void> {
    const finished = this.worker.pause().catch((error: unknown) => this.log.debug({ err: error }, 'the worker was not paused in order'));
    const deliveriesEnded = this.deliver.stop();
    await Promise.race([
      Promise.all([finished, deliveriesEnded]),
      deliveriesEnded.then(() => setTimeout(QUEUE_GRACE_MS, undefined, { ref: false })),
    ]);
    await this.worker.close(true);
  }
}
