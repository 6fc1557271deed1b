import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { RecordAttemptsService } from '../../src/platform/webhooks/delivery/record-attempts.service.js';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import type { ClassifiedResponse } from '../../src/platform/webhooks/delivery/attempt-result.js';
import type { Pool, QueryConfig } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { OK } from '../support/receiver.js';
import { until } from '../support/until.js';
import { withoutTimeLimit } from '../support/time-limit.js';
import { startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

/** @returns a function that counts the statements with a delivery's result since this call. */
function watchRecordings(): (id: string) => number {
  const query = jest.spyOn((world.database.driver as PostgresDriver).master as Pool, 'query');
  const statements = (): QueryConfig[] => query.mock.calls.map(([statement]) => statement as unknown as QueryConfig);
  return (id) => statements().filter(({ name, values }) => name === 'webhook_record' && JSON.stringify(values).includes(id)).length;
}

const result = (outcome: ClassifiedResponse['outcome'], httpStatus: number): ClassifiedResponse => ({
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

describe('concurrent results', () => {
  it('are each recorded with their consequences', async () => {
    const endpoint = await world.addEndpoint();
    const subjects = [];
    for (let index = 0; index < 5; index += 1) subjects.push(await endpoint.append());
    for (const text of ['second', 'third']) await endpoint.append(subjects[0], text);
    const { deliveries = [] } = (await world.get(ClaimDeliveriesService).run(endpoint.serviceId, 8)) ?? {};
    expect(deliveries).toHaveLength(5);

    const results = [
      result('acknowledged', 200),
      result('gone', 410),
      result('not_acknowledged', 500),
      result('failed', 502),
      result('acknowledged', 200),
    ];
    const schedules = [[0], [0, 3600], [0, 3600], [0], [0]];
    const record = world.get(RecordAttemptsService);
    const recorded = await Promise.all(
      deliveries.map((delivery, index) => record.run(delivery, results[index] ?? results[0]!, schedules[index] ?? [])),
    );

    expect(recorded.every((each) => each.recorded)).toBe(true);
    const deliveriesNow = await endpoint.listDeliveries();
    const finalDeliveries = deliveries.map(({ id }) => deliveriesNow.find((delivery) => delivery.id === id));
    expect(finalDeliveries.map((delivery) => delivery?.status)).toEqual([
      'acknowledged',
      'stopped',
      'pending',
      'exhausted',
      'acknowledged',
    ]);
    expect(finalDeliveries.map((delivery) => delivery?.attempts[0])).toMatchObject(
      results.map(({ outcome, httpStatus, excerpt }) => ({ outcome, httpStatus, responseExcerpt: excerpt })),
    );
    expect(finalDeliveries[2]?.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now());
    // The second event of the first subject is due and the third waits. `isSend` describes only the latest event.
    const group = await endpoint.listDeliveries(subjects[0]);
    expect(group.map(({ nextAttemptAt }) => nextAttemptAt !== null)).toEqual([false, true, false]);
    await expect(world.readNotifyStatus(subjects[0] ?? '')).resolves.toMatchObject({ isSend: false, count: 1 });
    await expect(world.readNotifyStatus(subjects[4] ?? '')).resolves.toMatchObject({ isSend: true, count: 1 });
  });

  it('are recorded even if the database rejects one of them', async () => {
    const endpoint = await world.addEndpoint();
    for (let index = 0; index < 3; index += 1) await endpoint.append();
    const { deliveries = [] } = (await world.get(ClaimDeliveriesService).run(endpoint.serviceId, 3)) ?? {};
    const unwritable: ClassifiedResponse = { ...result('failed', 502), errorCode: 'NUL \0 cannot be stored' };
    const record = world.get(RecordAttemptsService);
    const recorded = await Promise.allSettled(
      deliveries.map((delivery, index) => record.run(delivery, index === 1 ? unwritable : result('acknowledged', 200), [0])),
    );
    expect(recorded.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const deliveriesNow = await endpoint.listDeliveries();
    expect(deliveries.map(({ id }) => deliveriesNow.find((delivery) => delivery.id === id)?.status)).toEqual([
      'acknowledged',
      'pending',
      'acknowledged',
    ]);
    expect(world.logLinesWith('could not record delivery results in one statement')).toMatchObject([
      { err: { message: expect.stringContaining('invalid byte') } },
    ]);
  });

  it.each([
    ['FIFO group', 'SELECT FROM webhook_subject WHERE service_id = $1 FOR UPDATE'],
    ['endpoint', 'SELECT FROM webhook_endpoint WHERE service_id = $1 FOR UPDATE'],
  ])('do not wait for a result whose %s another transaction has locked', async (lockedRow, lockStatement) => {
    withoutTimeLimit();
    const [lockedEndpoint, freeEndpoint] = [await world.addEndpoint(), await world.addEndpoint()];
    const [lockedSubject, other] = [await lockedEndpoint.append(), await freeEndpoint.append()];
    lockedEndpoint.receiver.setResponses({ ...OK, hold: true });
    if (lockedRow === 'endpoint')
      await world.database.query('INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at) VALUES ($1, now(), now())', [
        lockedEndpoint.serviceId,
      ]);
    for (const { serviceId } of [lockedEndpoint, freeEndpoint]) world.get(Outbox).wake(serviceId);
    await freeEndpoint.waitForStatuses(other, 'acknowledged');
    await until(
      () => lockedEndpoint.receiver.requestsInProgress,
      (open) => open === 1,
    );

    const holder = world.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query(lockStatement, [lockedEndpoint.serviceId]);
    const [delivery] = await lockedEndpoint.listDeliveries(lockedSubject);
    const recordings = watchRecordings();
    lockedEndpoint.receiver.releaseAll();
    await until(
      () => recordings(delivery?.id ?? ''),
      (count) => count > 1, // the result was skipped and recorded again
    );
    for (let index = 0; index < 3; index += 1) {
      const next = await freeEndpoint.append();
      world.get(Outbox).wake(freeEndpoint.serviceId);
      await freeEndpoint.waitForStatuses(next, 'acknowledged');
    }
    await expect(lockedEndpoint.listDeliveries(lockedSubject)).resolves.toMatchObject([{ status: 'pending' }]);
    await holder.commitTransaction();
    await holder.release();
    await lockedEndpoint.waitForStatuses(lockedSubject, 'acknowledged');
  });
});
