import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../../src/common/time/clocks.js';
import { REQUEST_TIMEOUT_MS } from '../../src/platform/outbound/outbound-client.js';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { DueEndpointsQuery } from '../../src/platform/webhooks/wake-up/due-endpoints.query.js';
import { OK } from '../support/receiver.js';
import { until } from '../support/until.js';
import { withoutTimeLimit } from '../support/time-limit.js';
import { startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

const LEASE_MS = 15_000;

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => world.stop());

describe('a notification whose request takes the maximum time', () => {
  it('is not sent by another worker in the meantime', async () => {
    withoutTimeLimit();
    let nowMs = Date.now(); // the clock is stopped, because a lease could expire on a slow machine
    jest.spyOn(world.get(SystemClock), 'now').mockImplementation(() => new Date(nowMs));
    const endpoint = await world.addEndpoint();
    endpoint.receiver.setResponses({ ...OK, hold: true });
    const subject = await endpoint.append();
    world.get(Outbox).wake(endpoint.serviceId);
    await until(
      () => endpoint.receiver.requestsInProgress,
      (open) => open === 1,
    );
    nowMs += REQUEST_TIMEOUT_MS;
    const now = world.get(SystemClock).now();
    const due = await world.get(DueEndpointsQuery).run(now, now);
    expect(due.map(({ serviceId }) => serviceId)).not.toContain(endpoint.serviceId);
    await expect(world.get(ClaimDeliveriesService).run(endpoint.serviceId, 1)).resolves.toMatchObject({ deliveries: [] });
    endpoint.receiver.releaseAll();
    const [delivery] = await endpoint.waitForStatuses(subject, 'acknowledged');
    expect(delivery).toMatchObject({ attemptCount: 1 });
  });
});

describe('a notification that another worker claimed before this worker began its attempt', () => {
  it('is not sent by this worker', async () => {
    let nowMs = Date.now();
    jest.spyOn(world.get(SystemClock), 'now').mockImplementation(() => new Date(nowMs));
    const claims = world.get(ClaimDeliveriesService);
    const claim = claims.run.bind(claims);
    jest.spyOn(claims, 'run').mockImplementationOnce(async (serviceId, count) => {
      const claimed = await claim(serviceId, count);
      nowMs += LEASE_MS;
      await expect(claim(serviceId, count)).resolves.toMatchObject({ deliveries: [{ attemptNumber: 2 }] });
      return claimed;
    });
    const endpoint = await world.addEndpoint();
    const subject = await endpoint.append();
    world.get(Outbox).wake(endpoint.serviceId);
    await until(
      () => world.logLinesWith('skipped a delivery attempt whose lease ended'),
      (lines) => lines.length === 1,
    );
    nowMs += LEASE_MS; // the lease of the second claim ends, too, without a request
    world.get(Outbox).wake(endpoint.serviceId);
    const [delivery] = await endpoint.waitForStatuses(subject, 'acknowledged');
    expect([delivery?.attemptCount, endpoint.receiver.requests.length]).toEqual([3, 1]);
  });
});
