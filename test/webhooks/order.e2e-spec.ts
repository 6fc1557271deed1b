import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { eventBody } from '../../src/platform/webhooks/outbox/event-body.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { ResendDeliveryService } from '../../src/platform/webhooks/inspection/resend-delivery.service.js';
import { OK } from '../support/receiver.js';
import { until } from '../support/until.js';
import { withoutTimeLimit } from '../support/time-limit.js';
import { startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

const CAP = 3;
let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld({ WEBHOOK_CONCURRENCY_PER_ENDPOINT: String(CAP), WEBHOOK_CONCURRENCY: '6' });
});
beforeEach(() => void withoutTimeLimit());
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => world.stop());

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('events of one subject', () => {
  it('wait for each other, even while attempts fail', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 0, 0] });
    endpoint.receiver.setResponses({ status: 500 }, { status: 500 }, OK, { status: 500 }, OK);
    const subject = await endpoint.append(undefined, '1');
    for (const text of ['2', '3']) await endpoint.append(subject, text);
    world.get(Outbox).wake(endpoint.serviceId);
    await endpoint.waitForStatuses(subject, 'acknowledged');
    expect(endpoint.receiver.bodies().map(({ text }) => text)).toEqual(['1', '1', '1', '2', '2', '3']);
  });

  it('are delivered in the order of their commits when they are stored concurrently', async () => {
    const endpoint = await world.addEndpoint();
    const subject = uuidv7();
    const committed: string[] = [];
    await times(10, (index) =>
      world.database.transaction(async (tx) => {
        const body = eventBody({ text: String(index) });
        await world
          .get(Outbox)
          .append(tx, [{ serviceId: endpoint.serviceId, subjectId: subject, type: 'test', body, occurredAt: new Date(0) }]);
        committed.push(String(index)); // the FIFO group is locked until the commit, so appends reach this line one after another
      }),
    );
    world.get(Outbox).wake(endpoint.serviceId);
    await endpoint.waitForStatuses(subject, 'acknowledged');
    expect(endpoint.receiver.bodies().map(({ text }) => text)).toEqual(committed);
  });

  it('are neither lost nor overtaken when they are stored while others are delivered', async () => {
    const endpoint = await world.addEndpoint();
    const subjects = await times(5, () => endpoint.append(undefined, '0'));
    for (let round = 1; round <= 5; round += 1) {
      await Promise.all(subjects.map((subject) => endpoint.append(subject, String(round))));
      world.get(Outbox).wake(endpoint.serviceId);
    }
    await Promise.all(subjects.map((subject) => endpoint.waitForStatuses(subject, 'acknowledged')));
    const expected = Array.from({ length: 6 }, (_, index) => String(index));
    for (const subject of subjects) {
      const received = endpoint.receiver.bodies().filter(({ id }) => id === subject);
      expect(received.map(({ text }) => text)).toEqual(expected);
      await expect(world.readNotifyStatus(subject)).resolves.toMatchObject({ isSend: true, count: 6 });
    }
  });

  it('are not stored when the business transaction is rolled back', async () => {
    const endpoint = await world.addEndpoint();
    const subject = uuidv7();
    const failing = world.database.transaction(async (tx) => {
      await world.get(Outbox).append(tx, [
        {
          serviceId: endpoint.serviceId,
          subjectId: subject,
          type: 'test',
          body: eventBody({ a: '1' }),
          occurredAt: new Date(0),
        },
      ]);
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    await expect(endpoint.listDeliveries()).resolves.toEqual([]);
  });

  it('keep their order when staff resend an older event', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0] });
    endpoint.receiver.setResponses({ status: 500 });
    const subject = await endpoint.append(undefined, '1');
    await endpoint.append(subject, '2');
    world.get(Outbox).wake(endpoint.serviceId);
    const [first, second] = await endpoint.waitForStatuses(subject, 'exhausted', 'exhausted');
    endpoint.receiver.setResponses({ ...OK, hold: true });
    const resend = world.get(ResendDeliveryService);
    await expect(resend.run(first?.id ?? '')).resolves.toBe('sending');
    await until(
      () => endpoint.receiver.requests,
      ({ length }) => length === 3,
    );
    await expect(resend.run(first?.id ?? '')).resolves.toBe('under_way');
    await expect(resend.run(second?.id ?? '')).resolves.toBe('waiting');
    endpoint.receiver.setResponses(OK).releaseAll();
    await endpoint.waitForStatuses(subject, 'acknowledged', 'acknowledged');
    expect(endpoint.receiver.bodies().map(({ text }) => text)).toEqual(['1', '2', '1', '2']);
  });

  it('are sent so that a resent older event follows the running attempt of a later event', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0] });
    endpoint.receiver.setResponses({ status: 500 }, { status: 500, hold: true }, OK);
    const subject = await endpoint.append(undefined, '1');
    world.get(Outbox).wake(endpoint.serviceId);
    const [first] = await endpoint.waitForStatuses(subject, 'exhausted');
    await endpoint.change({ retryScheduleSeconds: [0, 86_400] });
    await endpoint.append(subject, '2');
    world.get(Outbox).wake(endpoint.serviceId);
    await until(
      () => endpoint.receiver.requestsInProgress,
      (open) => open === 1,
    );
    await expect(world.get(ResendDeliveryService).run(first?.id ?? '')).resolves.toBe('waiting');
    endpoint.receiver.releaseAll(); // the retry of the later event is due in a day
    await endpoint.waitForStatuses(subject, 'acknowledged', 'acknowledged');
    expect(endpoint.receiver.bodies().map(({ text }) => text)).toEqual(['1', '2', '1', '2']);
  });

  it('are sent so that a resent older event precedes a later event that waits for a retry', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0] });
    endpoint.receiver.setResponses({ status: 500 }, { status: 500 }, OK);
    const subject = await endpoint.append(undefined, '1');
    world.get(Outbox).wake(endpoint.serviceId);
    const [first] = await endpoint.waitForStatuses(subject, 'exhausted');
    await endpoint.change({ retryScheduleSeconds: [0, 1000] });
    await endpoint.append(subject, '2');
    world.get(Outbox).wake(endpoint.serviceId);
    await until(
      () => endpoint.listDeliveries(subject),
      ([, second]) => second?.attempts[0]?.outcome === 'not_acknowledged',
    );
    await expect(world.get(ResendDeliveryService).run(first?.id ?? '')).resolves.toBe('sending');
    await endpoint.waitForStatuses(subject, 'acknowledged', 'acknowledged');
    expect(endpoint.receiver.bodies().map(({ text }) => text)).toEqual(['1', '2', '1', '2']);
  });
});

describe('the database', () => {
  it('allows one delivery per subject with a next attempt', async () => {
    const endpoint = await world.addEndpoint();
    const subject = await endpoint.append();
    await endpoint.append(subject, 'second');
    const secondDue = world.database.query('UPDATE webhook_delivery SET next_attempt_at = created_at WHERE subject_id = $1', [subject]);
    await expect(secondDue).rejects.toMatchObject({ driverError: { constraint: 'webhook_delivery_one_due_per_subject' } });
  });
});

describe('events of different subjects', () => {
  it('are delivered concurrently up to the limit of the endpoint', async () => {
    const endpoint = await world.addEndpoint();
    endpoint.receiver.setResponses({ ...OK, hold: true });
    const subjects = await times(10, () => endpoint.append());
    for (let index = 0; index < 5; index += 1) world.get(Outbox).wake(endpoint.serviceId);
    await until(
      () => endpoint.receiver.requestsInProgress,
      (open) => open === CAP,
    );
    endpoint.receiver.setResponses(OK).releaseAll();
    await Promise.all(subjects.map((subject) => endpoint.waitForStatuses(subject, 'acknowledged')));
    expect(endpoint.receiver.maxRequestsInProgress).toBe(CAP);
    expect(endpoint.receiver.requests).toHaveLength(10);
  });

  it('of a slow partner do not delay the events of another partner', async () => {
    const [slow, quick] = await Promise.all([world.addEndpoint(), world.addEndpoint()]);
    slow.receiver.setResponses({ ...OK, hold: true });
    await times(8, () => slow.append());
    world.get(Outbox).wake(slow.serviceId);
    await until(
      () => slow.receiver.requestsInProgress,
      (open) => open === CAP,
    );
    const subjects = await times(8, () => quick.append());
    world.get(Outbox).wake(quick.serviceId);
    await Promise.all(subjects.map((subject) => quick.waitForStatuses(subject, 'acknowledged')));
    expect(slow.receiver.requestsInProgress).toBe(CAP);
    slow.receiver.setResponses(OK).releaseAll();
    await until(
      () => slow.listDeliveries(),
      (current) => current.every(({ status }) => status === 'acknowledged'),
    );
  });

  it('are delivered to an endpoint while one of its requests is slow', async () => {
    const endpoint = await world.addEndpoint();
    endpoint.receiver.setResponses({ ...OK, hold: true }, OK);
    await endpoint.append();
    world.get(Outbox).wake(endpoint.serviceId);
    await until(
      () => endpoint.receiver.requestsInProgress,
      (open) => open === 1,
    );
    const later = await endpoint.append();
    world.get(Outbox).wake(endpoint.serviceId);
    await endpoint.waitForStatuses(later, 'acknowledged');
    endpoint.receiver.releaseAll();
    await until(
      () => endpoint.listDeliveries(),
      (current) => current.every(({ status }) => status === 'acknowledged'),
    );
  });
});
