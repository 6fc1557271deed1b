import type { JobsOptions } from 'bullmq';
import { QUEUES } from '../../../runtime/database/schema/queue-schema.js';

/** Names of the queue and of its producer in `@nestjs/bullmq`. The producer has other connection settings than the processor. */
export const WEBHOOK_QUEUE = QUEUES.webhooks;
export const WEBHOOK_PRODUCER = 'webhooks-producer';

/** A wake-up for endpoints. It contains no work, because the database knows which deliveries are due. */
export interface WakeUpJob {
  serviceIds: string[];
}

/**
 * Jobs are not retried, because the sweeper (`WakeDueEndpointsService`) finds deliveries whose wake-up failed. Only the latest 50 failed
 * jobs remain in the queue.
 */
export const WAKE_UP_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: { count: 50 } } satisfies JobsOptions;
