import type { JobsOptions } from 'bullmq';
import { QUEUES } from '../../../runtime/database/schema/queue-schema.js';

/** Names of the queue and, in `@nestjs/bullmq`, of its producer, which has other connection settings than the processor. */
export const WEBHOOK_QUEUE = QUEUES.webhooks;
export const WEBHOOK_PRODUCER = 'webhooks-producer';

/** A wake-up for endpoints, never the work itself: the database knows what is due. */
export interface WakeUpJob {
  serviceIds: string[];
}

/** The queue neither retries nor keeps jobs: the sweeper repeats wake-ups. */
export const WAKE_UP_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: { count: 50 } } satisfies JobsOptions;
