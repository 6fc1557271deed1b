import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { NotifyStatusQuery } from '../../src/platform/webhooks/outbox/notify-status.query.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { RecordAttemptService } from '../../src/platform/webhooks/delivery/record-attempt.service.js';
import { ClaimDeliveryService } from '../../src/platform/webhooks/delivery/claim-delivery.service.js';
import type { SendResult } from '../../src/platform/webhooks/delivery/send-result.js';
import { OK } from '../support/receiver.js';
import { until } from '../support/until.js';
import { withoutTimeLimit } from './support/time-limit.js';
import { startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

const result = (outcome: SendResult['outcome'], httpStatus: number): SendResult => ({
  outcome,
  httpStatus,
  excerpt: `"${outcome}", {}\\`,
  errorCode: null,
  retryAfterMs: null,
});

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => world.stop());

describe('results that come at the same moment', () => {
  it('are written down each as it is, with what follows from it', async () => {
    const endpoint = await world.endpoint();
    const subjects = [];
    for (let index = 0; index < 5; index += 1) subjects.push(await endpoint.append());
    for (const text of ['second', 'third']) await endpoint.append(subjects[0], text);
    const { deliveries = [] } = (await world.get(ClaimDeliveryService).run(endpoint.serviceId, 8)) ?? {};
    expect(deliveries).toHaveLength(5);

    const ends = [
      result('acknowledged', 200),
      result('gone', 410),
      result('not_acknowledged', 500),
      result('failed', 502),
      result('acknowledged', 200),
    ];
    const schedules = [[0], [0, 3600], [0, 3600], [0], [0]];
    const record = world.get(RecordAttemptService);
    const recorded = await Promise.all(
      deliveries.map((delivery, index) => record.run(delivery, ends[index] ?? ends[0]!, schedules[index] ?? [])),
    );

    expect(recorded.every((each) => each.recorded)).toBe(true);
    const shown = await endpoint.deliveries();
    const statuses = deliveries.map(({ id }) => shown.find((delivery) => delivery.id === id));
    expect(statuses.map((delivery) => delivery?.status)).toEqual(['acknowledged', 'stopped', 'pending', 'exhausted', 'acknowledged']);
    expect(statuses.map((delivery) => delivery?.attempts[0])).toMatchObject(
      ends.map(({ outcome, httpStatus, excerpt }) => ({ outcome, httpStatus, answerExcerpt: excerpt })),
    );
    expect(statuses[2]?.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now());
    // The next event of the first subject has the turn, the one after it waits; nothing but the latest event says what is sent.
    const lane = await endpoint.deliveries(subjects[0]);
    expect(lane.map(({ nextAttemptAt }) => nextAttemptAt !== null)).toEqual([false, true, false]);
    await expect(world.get(NotifyStatusQuery).of(subjects[0] ?? '')).resolves.toMatchObject({ isSend: false, count: 1 });
    await expect(world.get(NotifyStatusQuery).of(subjects[4] ?? '')).resolves.toMatchObject({ isSend: true, count: 1 });
  });

  it('do not wait for one whose lane somebody holds', async () => {
    withoutTimeLimit();
    const [held, free] = [await world.endpoint(), await world.endpoint()];
    const [stuck, other] = [await held.append(), await free.append()];
    held.receiver.answer({ ...OK, hold: true });
    for (const { serviceId } of [held, free]) world.get(Outbox).wake(serviceId);
    await free.settled(other, 'acknowledged');
    await until(
      () => held.receiver.open,
      (open) => open === 1,
    );

    const holder = world.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM webhook_subject WHERE subject_id = $1 FOR UPDATE', [stuck]);
    held.receiver.releaseAll();
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%webhook_finish(%' AND wait_event_type = 'Lock'`;
    await until(
      () => world.database.query<unknown[]>(waiting),
      ({ length }) => length === 1,
    );
    for (let index = 0; index < 3; index += 1) {
      const next = await free.append();
      world.get(Outbox).wake(free.serviceId);
      await free.settled(next, 'acknowledged');
    }
    await expect(held.deliveries(stuck)).resolves.toMatchObject([{ status: 'pending' }]);
    await holder.commitTransaction();
    await holder.release();
    await held.settled(stuck, 'acknowledged');
  });
});
