import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { RealSystemClock } from '../../src/common/time/clocks.js';
import { DatabaseClock } from '../../src/runtime/clock/database-clock.js';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import { DeliverEndpointService } from '../../src/platform/webhooks/delivery/deliver-endpoint.service.js';
import { startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => world.stop());

it('a worker claims no deliveries while its clock is wrong, and claims them once its clock is right', async () => {
  const endpoint = await world.addEndpoint();
  const subject = await endpoint.append();
  const wrongClock = jest.spyOn(RealSystemClock.prototype, 'now').mockImplementation(() => new Date(Date.now() + 7_200_000));
  const claims = jest.spyOn(world.get(ClaimDeliveriesService), 'run');
  expect(world.get(DatabaseClock).isInSync()).toBe(false);
  await expect(world.get(DeliverEndpointService).claim(endpoint.serviceId, 1, new AbortController().signal)).resolves.toEqual({
    items: [],
    drained: true,
  });
  expect(claims).not.toHaveBeenCalled();
  wrongClock.mockRestore();
  await world.sweepUntilRequest(endpoint);
  await endpoint.waitForStatuses(subject, 'acknowledged');
});
