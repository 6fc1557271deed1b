import { getQueueToken } from '@nestjs/bullmq';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import { WAKE_UP_OPTIONS, WEBHOOK_PRODUCER } from '../../src/platform/webhooks/wake-up/webhook-queue.js';
import { until } from '../support/until.js';
import { startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

/** More than enough for events to be trimmed several times. */
const WAKE_UPS = 300;
/** The intended length of the stream, and how much longer it may be: only every 256th event trims it. */
const EVENTS_AT_MOST = 100 + 2 * 256;
const FAILED_AT_MOST = 50;

let world: WebhookWorld;
let queue: Queue;
beforeAll(async () => {
  world = await startWebhookWorld();
  queue = world.get<Queue>(getQueueToken(WEBHOOK_PRODUCER) as never);
});
afterAll(() => world.stop());

describe('what the queue in the database leaves behind', () => {
  it('is bounded, however many wake-ups there were', async () => {
    const endpoint = await world.endpoint();
    const data = (index: number): object => (index % 4 === 0 ? {} : { serviceIds: [endpoint.serviceId] }); // some are not understood
    for (let index = 0; index < WAKE_UPS; index += 1) await queue.add('wake', data(index), WAKE_UP_OPTIONS);
    await until(
      () => queue.getJobCountByTypes('wait', 'active'),
      (count) => count === 0,
    );
    const [left] = await world.database.query(
      `SELECT (SELECT count(*)::integer FROM bullmq.job WHERE state = 'completed') AS completed,
              (SELECT count(*)::integer FROM bullmq.job WHERE state = 'failed') AS failed,
              (SELECT count(*)::integer FROM bullmq.event) AS events`,
    );
    expect(left).toEqual({ completed: 0, failed: FAILED_AT_MOST, events: expect.any(Number) });
    expect(left.events).toBeLessThanOrEqual(EVENTS_AT_MOST);
  });
});
