import type { JobsOptions } from 'bullmq';
import { QUEUES } from '../../../runtime/database/schema/queue-schema.js';

/** Name of the queue, and of its producer in `@nestjs/bullmq`, which connects differently from the processor. */
export const WEBHOOK_QUEUE = QUEUES.webhooks;
export const WEBHOOK_PRODUCER = 'webhooks-producer';

/** A wake-up for endpoints, never the work itself: what is due stands in the database. */
export interface WakeJob {
  serviceIds: string[];
}

/** Nothing is retried by the queue and nearly nothing kept: the rows say what is due, the sweeper repeats. */
export const WAKE_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: { count: 50 } } satisfies JobsOptions;
