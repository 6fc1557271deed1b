import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Pool, QueryConfig } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { v7 as uuidv7 } from 'uuid';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import { eventBody } from '../../src/platform/webhooks/outbox/event-body.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { until } from '../support/until.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => world.stop());

const claim = ({ serviceId }: Endpoint) => world.get(ClaimDeliveriesService).run(serviceId, 5);

/** @returns a function that counts the claims for an endpoint since this call. */
function watchClaims({ serviceId }: Endpoint): () => number {
  const query = jest.spyOn((world.database.driver as PostgresDriver).master as Pool, 'query');
  const statements = (): QueryConfig[] => query.mock.calls.map(([statement]) => statement as unknown as QueryConfig);
  return () => statements().filter(({ name, values }) => name === 'webhook_claim' && JSON.stringify(values).includes(serviceId)).length;
}

/** Opens a transaction in another session. @returns a function that commits the transaction. */
async function openTransaction(sql: string, values: unknown[]): Promise<() => Promise<void>> {
  const holder = world.database.createQueryRunner();
  await holder.startTransaction();
  await holder.query(sql, values);
  return async () => {
    await holder.commitTransaction();
    await holder.release();
  };
}

describe('an endpoint that another process is claiming for', () => {
  const CLAIM_LOCK = "SELECT pg_advisory_xact_lock(hashtext('webhook_claim'), hashtext($1))";

  it('does not delay other endpoints, and is claimed later without another wake-up', async () => {
    const [lockedEndpoint, freeEndpoint] = [await world.addEndpoint(), await world.addEndpoint()];
    const subjects = [await lockedEndpoint.append(), await freeEndpoint.append()];
    const commit = await openTransaction(CLAIM_LOCK, [lockedEndpoint.serviceId]);
    await expect(Promise.all([claim(lockedEndpoint), claim(freeEndpoint)])).resolves.toMatchObject([
      { deliveries: [], rest: 'busy' },
      { deliveries: [{ serviceId: freeEndpoint.serviceId }], rest: 'drained' },
    ]);
    const claims = watchClaims(lockedEndpoint);
    world.get(Outbox).wake(lockedEndpoint.serviceId);
    await until(claims, (count) => count > 1); // the worker retries the claim
    await commit();
    await lockedEndpoint.waitForStatuses(subjects[0] ?? '', 'acknowledged');
  });
});

describe('an endpoint whose id the database rejects', () => {
  it('does not prevent the claims of other endpoints', async () => {
    const endpoint = await world.addEndpoint();
    await endpoint.append();
    const rejectedClaim = world.get(ClaimDeliveriesService).run('NUL \0 cannot be sent', 5);
    await expect(Promise.allSettled([rejectedClaim, claim(endpoint)])).resolves.toMatchObject([
      { status: 'rejected', reason: { message: expect.stringContaining('invalid byte') } },
      { status: 'fulfilled', value: { deliveries: [{ attemptNumber: 1 }], rest: 'drained' } },
    ]);
    expect(world.logLinesWith('could not claim deliveries of several endpoints in one statement')).toMatchObject([
      { err: { message: expect.stringContaining('invalid byte') } },
    ]);
  });
});

describe('a paused endpoint whose row another transaction has locked', () => {
  it('is reported as busy and probed later', async () => {
    const endpoint = await world.addEndpoint();
    await endpoint.append();
    await world.database.query(
      `INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at, failed_tries, paused_at, next_probe_at)
       VALUES ($1, now() - interval '4 days', now(), 10, now() - interval '1 hour', now() - interval '1 second')`,
      [endpoint.serviceId],
    );
    const commit = await openTransaction('SELECT FROM webhook_endpoint WHERE service_id = $1 FOR UPDATE', [endpoint.serviceId]);
    await expect(claim(endpoint)).resolves.toMatchObject({ deliveries: [], rest: 'busy' });
    await commit();
    await expect(claim(endpoint)).resolves.toMatchObject({ deliveries: [{ attemptNumber: 1, roundAttempts: 0 }] });
    await expect(claim(endpoint)).resolves.toMatchObject({ deliveries: [], rest: 'drained' }); // a probe is made once an hour
  });
});

describe('a FIFO group to which another transaction appends', () => {
  it('is skipped, and the appended event is claimed later with its body', async () => {
    const endpoint = await world.addEndpoint();
    const [locked, other] = [await endpoint.append(), await endpoint.append()];
    const writer = world.database.createQueryRunner();
    await writer.startTransaction();
    const body = eventBody({ id: locked, text: 'second' });
    const event = { serviceId: endpoint.serviceId, type: 'test', occurredAt: new Date('2026-01-02T03:04:05Z') };
    await world.get(Outbox).append(writer.manager, [{ ...event, subjectId: locked, body }]);
    await world.get(Outbox).append(writer.manager, [{ ...event, subjectId: uuidv7(), body }]);
    const [first] = await endpoint.listDeliveries(other);
    await expect(claim(endpoint)).resolves.toMatchObject({ deliveries: [{ id: first?.id }] });
    await writer.commitTransaction();
    await writer.release();
    const { deliveries = [] } = (await claim(endpoint)) ?? {};
    expect(deliveries.map(({ json }) => JSON.parse(json) as unknown)).toEqual(
      expect.arrayContaining([
        { id: locked, text: 'first' },
        { id: locked, text: 'second' },
      ]),
    );
    expect(deliveries).toHaveLength(2);
  });
});
