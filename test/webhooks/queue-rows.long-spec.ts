import { getQueueToken } from '@nestjs/bullmq';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import { WAKE_UP_OPTIONS, WEBHOOK_PRODUCER } from '../../src/platform/webhooks/wake-up/webhook-queue.js';
import { until } from '../support/until.js';
import { startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

/** Enough wake-ups for the queue to trim its events several times. */
const WAKE_UPS = 300;
/** The length of the stream in webhooks.module.ts is 100. The rest is a tolerance, because only every 256th event trims the stream. */
const MAX_EVENTS = 100 + 2 * 256;
/** The number of failed wake-ups that the queue keeps, as in `WAKE_UP_OPTIONS`. In this test 75 fail. */
const MAX_FAILED = 50;

let world: WebhookWorld;
let queue: Queue;
beforeAll(async () => {
  world = await startWebhookWorld();
  queue = world.get<Queue>(getQueueToken(WEBHOOK_PRODUCER) as never);
});
afterAll(() => world.stop());

describe('the rows of the queue in the database', () => {
  it('are limited after many wake-ups', async () => {
    const endpoint = await world.addEndpoint();
    const data = (index: number): object => (index % 4 === 0 ? {} : { serviceIds: [endpoint.serviceId] }); // every fourth wake-up is invalid and fails
    for (let index = 0; index < WAKE_UPS; index += 1) await queue.add('wake', data(index), WAKE_UP_OPTIONS);
    await until(
      () => queue.getJobCountByTypes('wait', 'active'),
      (count) => count === 0,
    );
    const [rows] = await world.database.query(
      `SELECT (SELECT count(*)::integer FROM bullmq.job WHERE state = 'completed') AS completed,
              (SELECT count(*)::integer FROM bullmq.job WHERE state = 'failed') AS failed,
              (SELECT count(*)::integer FROM bullmq.event) AS events`,
    );
    expect(rows).toEqual({ completed: 0, failed: MAX_FAILED, events: expect.any(Number) });
    expect(rows.events).toBeLessThanOrEqual(MAX_EVENTS);
  });
});
