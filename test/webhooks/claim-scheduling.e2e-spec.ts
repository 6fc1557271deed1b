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

/** @returns how often the worker has claimed for an endpoint since. */
function watchClaims({ serviceId }: Endpoint): () => number {
  const query = jest.spyOn((world.database.driver as PostgresDriver).master as Pool, 'query');
  const statements = (): QueryConfig[] => query.mock.calls.map(([statement]) => statement as unknown as QueryConfig);
  return () => statements().filter(({ name, values }) => name === 'webhook_claim' && JSON.stringify(values).includes(serviceId)).length;
}

/** Opens a transaction in another session. @returns a function that ends it. */
async function meanwhile(sql: string, values: unknown[]): Promise<() => Promise<void>> {
  const holder = world.database.createQueryRunner();
  await holder.startTransaction();
  await holder.query(sql, values);
  return async () => {
    await holder.commitTransaction();
    await holder.release();
  };
}

describe('an endpoint that another process is claiming for', () => {
  const TURN = "SELECT pg_advisory_xact_lock(hashtext('webhook_claim'), hashtext($1))";

  it('is left to it, and keeps no other waiting; nobody has to be woken again', async () => {
    const [taken, free] = [await world.endpoint(), await world.endpoint()];
    const subjects = [await taken.append(), await free.append()];
    const end = await meanwhile(TURN, [taken.serviceId]);
    await expect(Promise.all([claim(taken), claim(free)])).resolves.toMatchObject([
      { deliveries: [], rest: 'busy' },
      { deliveries: [{ serviceId: free.serviceId }], rest: 'drained' },
    ]);
    const claims = watchClaims(taken);
    world.get(Outbox).wake(taken.serviceId);
    await until(claims, (count) => count > 1); // the worker asks again
    await end();
    await taken.settled(subjects[0] ?? '', 'acknowledged');
  });
});

describe('an endpoint of which the database does not want to hear', () => {
  it('keeps no other from its turn', async () => {
    const endpoint = await world.endpoint();
    await endpoint.append();
    const unheard = world.get(ClaimDeliveriesService).run('NUL \0 cannot be sent', 5);
    await expect(Promise.allSettled([unheard, claim(endpoint)])).resolves.toMatchObject([
      { status: 'rejected', reason: { message: expect.stringContaining('invalid byte') } },
      { status: 'fulfilled', value: { deliveries: [{ attemptNumber: 1 }], rest: 'drained' } },
    ]);
    expect(world.logged('deliveries could not be claimed together; each endpoint is asked for alone')).toMatchObject([
      { err: { message: expect.stringContaining('invalid byte') } },
    ]);
  });
});

describe('a paused endpoint whose row somebody writes', () => {
  it('is left to it as well', async () => {
    const endpoint = await world.endpoint();
    await endpoint.append();
    await world.database.query(
      `INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at, failed_tries, paused_at, next_probe_at)
       VALUES ($1, now() - interval '4 days', now(), 10, now() - interval '1 hour', now() - interval '1 second')`,
      [endpoint.serviceId],
    );
    const end = await meanwhile('SELECT FROM webhook_endpoint WHERE service_id = $1 FOR UPDATE', [endpoint.serviceId]);
    await expect(claim(endpoint)).resolves.toMatchObject({ deliveries: [], rest: 'busy' });
    await end();
    await expect(claim(endpoint)).resolves.toMatchObject({ deliveries: [{ attemptNumber: 1, roundAttempts: 0 }] });
    await expect(claim(endpoint)).resolves.toMatchObject({ deliveries: [], rest: 'drained' }); // once an hour
  });
});

describe('a FIFO group that somebody appends to', () => {
  it('is passed over, and what is appended comes with its body', async () => {
    const endpoint = await world.endpoint();
    const [held, other] = [await endpoint.append(), await endpoint.append()];
    const writer = world.database.createQueryRunner();
    await writer.startTransaction();
    const body = eventBody({ id: held, text: 'second' });
    const event = { serviceId: endpoint.serviceId, type: 'test', occurredAt: new Date('2026-01-02T03:04:05Z') };
    await world.get(Outbox).append(writer.manager, [{ ...event, subjectId: held, body }]);
    await world.get(Outbox).append(writer.manager, [{ ...event, subjectId: uuidv7(), body }]);
    const [first] = await endpoint.deliveries(other);
    await expect(claim(endpoint)).resolves.toMatchObject({ deliveries: [{ id: first?.id }] });
    await writer.commitTransaction();
    await writer.release();
    const { deliveries = [] } = (await claim(endpoint)) ?? {};
    expect(deliveries.map(({ json }) => JSON.parse(json) as unknown)).toEqual(
      expect.arrayContaining([
        { id: held, text: 'first' },
        { id: held, text: 'second' },
      ]),
    );
    expect(deliveries).toHaveLength(2);
  });
});
