import { setTimeout } from 'node:timers/promises';
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { CONSUMER } from '../../../runtime/queue/queue.module.js';
import { DeliverEndpointService } from './deliver-endpoint.service.js';
import { type WakeUpJob, WEBHOOK_QUEUE } from '../wake-up/webhook-queue.js';

/** Few are enough: a job only wakes its endpoints and waits for no receiver. */
const MAX_CONCURRENT_JOBS = 8;

/** Delay after a failure of the queue. BullMQ's default is 15 seconds, even when Redis returns immediately. */
const RETRY_DELAY_MS = 1_000;

/** How long a shutdown waits for an unresponsive queue after all results are recorded. */
const MAX_QUEUE_WAIT_MS = 2_000;

/** Handles wake-ups. API processes must not provide this class, because `@nestjs/bullmq` starts a worker for every processor it finds. */
@Processor({ name: WEBHOOK_QUEUE, configKey: CONSUMER }, { concurrency: MAX_CONCURRENT_JOBS, runRetryDelay: RETRY_DELAY_MS })
export class WebhookProcessor extends WorkerHost implements OnModuleDestroy {
  constructor(
    private readonly deliverEndpoint: DeliverEndpointService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super();
  }

  process(job: Job<WakeUpJob>): Promise<void> {
    for (const serviceId of job.data.serviceIds) this.deliverEndpoint.wake(serviceId);
    return Promise.resolve();
  }

  @OnWorkerEvent('failed')
  onFailed(_: Job<WakeUpJob> | undefined, error: Error): void {
    this.log.error({ err: error }, 'could not read a wake-up, the sweeper finds the due deliveries');
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.log.warn({ err: error }, 'could not reach the queue, the sweeper finds due deliveries');
  }

  /** Waits for the delivery attempts under way before the database connections close. */
  async onModuleDestroy(): Promise<void> {
    const workerPaused = this.worker
      .pause()
      .catch((error: unknown) => this.log.debug({ err: error }, 'could not pause the queue worker for the shutdown'));
    const deliveriesEnded = this.deliverEndpoint.stop();
    await Promise.race([
      Promise.all([workerPaused, deliveriesEnded]),
      deliveriesEnded.then(() => setTimeout(MAX_QUEUE_WAIT_MS, undefined, { ref: false })),
    ]);
    await this.worker.close(true);
  }
}
