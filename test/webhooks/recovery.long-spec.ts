import { getQueueToken } from '@nestjs/bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Queue } from 'bullmq';
import { SystemClock } from '../../src/common/time/clocks.js';
import type { ClassifiedResponse } from '../../src/platform/webhooks/delivery/attempt-result.js';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import type { ClaimedDelivery } from '../../src/platform/webhooks/delivery/claims/claimed-delivery.js';
import { DeliverEndpointService } from '../../src/platform/webhooks/delivery/deliver-endpoint.service.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { RecordAttemptsService } from '../../src/platform/webhooks/delivery/record-attempts.service.js';
import { WakeDueEndpointsService } from '../../src/platform/webhooks/delivery/wake-due-endpoints.service.js';
import { WEBHOOK_PRODUCER } from '../../src/platform/webhooks/wake-up/webhook-queue.js';
import { OK } from '../support/receiver.js';
import { until } from '../support/until.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

const ACKNOWLEDGED: ClassifiedResponse = { outcome: 'acknowledged', httpStatus: 200, excerpt: 'OK', errorCode: null, retryAfterMs: null };
const NOT_ACKNOWLEDGED: ClassifiedResponse = {
  outcome: 'not_acknowledged',
  httpStatus: 500,
  excerpt: '',
  errorCode: null,
  retryAfterMs: null,
};

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld({ WEBHOOK_CONCURRENCY_PER_ENDPOINT: '4' });
});
afterAll(() => world.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

const sweep = (): Promise<number> => world.get(WakeDueEndpointsService).run();
const notifyStatus = (subject: string) => world.readNotifyStatus(subject);

async function claim(endpoint: Endpoint): Promise<ClaimedDelivery> {
  const claimed = await world.get(ClaimDeliveriesService).run(endpoint.serviceId, 1);
  const [delivery] = claimed?.deliveries ?? [];
  if (!delivery) throw new Error('No delivery could be claimed');
  return delivery;
}

describe('a delivery without a wake-up in the queue', () => {
  it('is found by the sweeper when no wake-up was added', async () => {
    const endpoints = await Promise.all([1, 2, 3].map(() => world.addEndpoint()));
    const subjects = await Promise.all(endpoints.map((endpoint) => endpoint.append()));
    await expect(sweep()).resolves.toBe(3);
    await Promise.all(endpoints.map((endpoint, index) => endpoint.waitForStatuses(subjects[index] ?? '', 'acknowledged')));
    await expect(sweep()).resolves.toBe(0);
  });

  it('is found by the sweeper when the queue was emptied while it waited for a retry', async () => {
    const queue = world.get<Queue>(getQueueToken(WEBHOOK_PRODUCER) as never);
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 3600] });
    endpoint.receiver.setResponses({ status: 500 }, { status: 500 }, { status: 500 }, OK);
    const subjects = await Promise.all([1, 2, 3].map(() => endpoint.append()));
    world.get(Outbox).wake(endpoint.serviceId);
    await until(
      () => endpoint.receiver.requests,
      ({ length }) => length === 3,
    );
    await until(
      () => world.get(DeliverEndpointService).isAwake(endpoint.serviceId),
      (awake) => !awake,
    );
    await queue.drain(true);
    await expect(queue.getJobCountByTypes('delayed', 'wait', 'active')).resolves.toBe(0);
    await world.database.query('UPDATE webhook_delivery SET next_attempt_at = created_at WHERE service_id = $1', [endpoint.serviceId]);
    await until(sweep, (woken) => woken > 0);
    await Promise.all(subjects.map((subject) => endpoint.waitForStatuses(subject, 'acknowledged')));
  });

  it('is attempted on time when it is due before the next sweep', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 1] });
    endpoint.receiver.setResponses({ status: 500 }, OK);
    const subject = await endpoint.append();
    const clock = world.get(SystemClock);
    const stoppedClock = jest.spyOn(clock, 'now').mockReturnValue(clock.now());
    world.get(Outbox).wake(endpoint.serviceId);
    const [waiting] = await until(
      () => endpoint.listDeliveries(subject),
      ([current]) => current?.attempts[0]?.outcome === 'not_acknowledged',
    );
    await expect(sweep()).resolves.toBe(0); // one sweep before the attempt is due
    stoppedClock.mockRestore();
    const [delivery] = await endpoint.waitForStatuses(subject, 'acknowledged');
    expect(delivery?.attempts[1]?.startedAt.getTime()).toBeGreaterThanOrEqual(waiting?.nextAttemptAt?.getTime() ?? Infinity);
  });
});

describe('a worker that dies between sending and recording', () => {
  it('leaves a lease, after whose end the notification is sent again with the same id', async () => {
    const endpoint = await world.addEndpoint();
    const subject = await endpoint.append();
    const lost = await claim(endpoint);
    await expect(world.get(ClaimDeliveriesService).run(endpoint.serviceId, 1)).resolves.toMatchObject({ deliveries: [], rest: 'drained' });
    await expect(notifyStatus(subject)).resolves.toMatchObject({ isSend: false, count: 1 });

    await endpoint.expireLeases();
    await sweep();
    const [delivery] = await endpoint.waitForStatuses(subject, 'acknowledged');
    expect(delivery?.attempts).toMatchObject([
      { number: 1, outcome: null, finishedAt: null },
      { number: 2, outcome: 'acknowledged' },
    ]);
    expect(endpoint.receiver.requests[0]?.headers['webhook-id']).toBe(lost.id);
    await expect(notifyStatus(subject)).resolves.toMatchObject({ isSend: true, count: 2 });
  });

  it('cannot change the delivery when it was only slow and another worker has claimed the delivery', async () => {
    const endpoint = await world.addEndpoint();
    const subject = await endpoint.append();
    const record = world.get(RecordAttemptsService);
    const slow = await claim(endpoint);
    await endpoint.expireLeases();
    const next = await claim(endpoint);
    expect([slow.attemptNumber, next.attemptNumber]).toEqual([1, 2]);

    await expect(record.run(slow, ACKNOWLEDGED, [0, 60, 60])).resolves.toMatchObject({ recorded: false });
    await expect(endpoint.listDeliveries(subject)).resolves.toMatchObject([
      { status: 'pending', attempts: [{ outcome: 'acknowledged' }, { outcome: null }] },
    ]);
    await expect(record.run(next, NOT_ACKNOWLEDGED, [0, 60, 60])).resolves.toMatchObject({ recorded: true });
    await expect(record.run(slow, ACKNOWLEDGED, [0, 60, 60])).resolves.toMatchObject({ recorded: false });
    await expect(notifyStatus(subject)).resolves.toMatchObject({ isSend: false, count: 2 });
  });

  it('may still record its result when no other worker has claimed the delivery', async () => {
    const endpoint = await world.addEndpoint();
    const subject = await endpoint.append();
    const slow = await claim(endpoint);
    await endpoint.expireLeases();
    await expect(world.get(RecordAttemptsService).run(slow, ACKNOWLEDGED, [0])).resolves.toMatchObject({ recorded: true });
    await expect(endpoint.listDeliveries(subject)).resolves.toMatchObject([{ status: 'acknowledged', attemptCount: 1 }]);
  });
});

describe('many concurrent workers', () => {
  it('claim no delivery twice, and no more deliveries of an endpoint than allowed', async () => {
    const endpoint = await world.addEndpoint();
    await Promise.all(Array.from({ length: 12 }, () => endpoint.append()));
    const claims = await Promise.all(Array.from({ length: 20 }, () => world.get(ClaimDeliveriesService).run(endpoint.serviceId, 3)));
    const claimed = claims.flatMap((claim) => claim?.deliveries ?? []);
    expect(claimed).toHaveLength(4);
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(4);
    for (const delivery of claimed) await world.get(RecordAttemptsService).run(delivery, ACKNOWLEDGED, [0]);
    await sweep();
    await until(
      () => endpoint.listDeliveries(),
      (current) => current.every(({ status }) => status === 'acknowledged'),
    );
    expect(endpoint.receiver.requests).toHaveLength(8);
  });
});
