import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Pool, QueryConfig } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { DeliverEndpointService } from '../../src/platform/webhooks/delivery/deliver-endpoint.service.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { WakeDueEndpointsService } from '../../src/platform/webhooks/delivery/wake-due-endpoints.service.js';
import { OK } from '../support/receiver.js';
import { until } from '../support/until.js';
import { withoutTimeLimit } from '../support/time-limit.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

/** The limits of concurrent requests: of the worker, and of one endpoint. */
const [SLOTS, CAP] = [6, 3];
let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld({ WEBHOOK_CONCURRENCY: String(SLOTS), WEBHOOK_CONCURRENCY_PER_ENDPOINT: String(CAP) });
});
beforeEach(() => void withoutTimeLimit());
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => world.stop());

const wake = ({ serviceId }: Endpoint): void => world.get(Outbox).wake(serviceId);

/** Makes an endpoint whose receiver does not respond, with pending deliveries. */
async function createHangingEndpoint(pending: number): Promise<Endpoint> {
  const endpoint = await world.addEndpoint();
  endpoint.receiver.setResponses({ ...OK, hold: true });
  for (let index = 0; index < pending; index += 1) await endpoint.append();
  return endpoint;
}

const waitForOpen = (endpoint: Endpoint, count: number): Promise<unknown> =>
  until(
    () => endpoint.receiver.requestsInProgress,
    (open) => open === count,
  );

/** Delivers events one after another, each acknowledged before the next. */
async function deliver(endpoint: Endpoint, events: number): Promise<void> {
  for (let index = 0; index < events; index += 1) {
    const subject = await endpoint.append();
    wake(endpoint);
    await until(
      () => world.database.query<{ status: string }[]>('SELECT status FROM webhook_delivery WHERE subject_id = $1', [subject]),
      ([row]) => row?.status === 'acknowledged',
    );
  }
}

async function releaseAll(...endpoints: Endpoint[]): Promise<void> {
  for (const { receiver } of endpoints) receiver.setResponses(OK).releaseAll();
  const ids = endpoints.map(({ serviceId }) => serviceId);
  await until(
    async () => {
      for (const { receiver } of endpoints) receiver.releaseAll();
      return world.database.query<{ open: number }[]>(
        "SELECT count(*)::int AS open FROM webhook_delivery WHERE service_id = ANY ($1) AND status = 'pending'",
        [ids],
      );
    },
    ([row]) => row?.open === 0,
  );
}

/** @returns a function that returns, for each claim of an endpoint since this call, the requested number of deliveries. */
function watchClaims({ serviceId }: Endpoint): () => number[] {
  const query = jest.spyOn((world.database.driver as PostgresDriver).master as Pool, 'query');
  const claims = (): [string[], number[]][] =>
    query.mock.calls.flatMap(([statement]) => {
      const { name, values } = statement as unknown as QueryConfig<[string[], number[]]>;
      return name === 'webhook_claim' && values ? [[values[0], values[1]] as [string[], number[]]] : [];
    });
  return () => claims().flatMap(([ids, counts]) => counts.filter((_, index) => ids[index] === serviceId));
}

describe('an endpoint that is unknown or did not respond', () => {
  it('gets one request at a time until it responds', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 0, 0] });
    endpoint.receiver.setResponses(OK, { reset: true }, OK);
    const claims = watchClaims(endpoint);
    const claimsDuring = async (work: () => Promise<void>): Promise<number[]> => {
      const before = claims().length;
      await work();
      return claims().slice(before);
    };
    const firstClaims = await claimsDuring(() => deliver(endpoint, 1));
    expect(firstClaims[0]).toBe(1);
    const [first, ...repeated] = await claimsDuring(() => deliver(endpoint, 1)); // the connection breaks, and the attempt is repeated
    expect(first).toBeGreaterThan(1);
    expect(repeated).toContain(1);
    const laterClaims = await claimsDuring(() => deliver(endpoint, 1));
    expect(laterClaims[0]).toBeGreaterThan(1);
  });
});

describe('an endpoint that hangs', () => {
  it.each([10, 200])('is not claimed for while it has its maximum of open requests, with %d pending deliveries', async (pending) => {
    const [slow, quick] = await Promise.all([createHangingEndpoint(pending), world.addEndpoint()]);
    const [slowClaims, quickClaims] = [watchClaims(slow), watchClaims(quick)];
    wake(slow);
    await waitForOpen(slow, CAP); // its worker has reached the limit, and claims again only after a response
    expect(world.get(DeliverEndpointService).isAwake(slow.serviceId)).toBe(true);
    const claims = slowClaims().length;
    expect(claims).toBeLessThanOrEqual(2 * CAP);

    await deliver(quick, 10);
    for (let index = 0; index < 10; index += 1) await expect(world.get(WakeDueEndpointsService).run()).resolves.toBe(0);
    for (let index = 0; index < 10; index += 1) wake(slow);
    await deliver(quick, 10);
    expect(slowClaims()).toHaveLength(claims);
    expect(quickClaims().length).toBeGreaterThanOrEqual(20); // checks that the spy counts claims
    expect(slow.receiver.requestsInProgress).toBe(CAP);
    await releaseAll(slow);
  });
});

describe('more hanging endpoints than slots', () => {
  it('do not delay other endpoints, and each of them gets an attempt', async () => {
    const slow = await Promise.all(Array.from({ length: 4 * SLOTS }, () => createHangingEndpoint(CAP + 1)));
    const quick = await Promise.all(Array.from({ length: 3 }, () => world.addEndpoint()));
    slow.forEach(wake);
    const open = (): number => slow.reduce((sum, { receiver }) => sum + receiver.requestsInProgress, 0);
    await until(
      () => slow.every(({ receiver }) => receiver.requestsInProgress > 0),
      (allOpen) => allOpen,
    );
    await Promise.all(quick.map((endpoint) => deliver(endpoint, 20)));
    expect(open()).toBeGreaterThan(SLOTS);
    expect(Math.max(...slow.map(({ receiver }) => receiver.maxRequestsInProgress))).toBeLessThanOrEqual(CAP);
    await releaseAll(...slow);
  });
});
