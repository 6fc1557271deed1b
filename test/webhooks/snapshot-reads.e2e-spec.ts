import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { EntityManager } from 'typeorm';
import { DeliveryQueries } from '../../src/platform/webhooks/inspection/delivery.queries.js';
import { startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());

/** Runs `work` between the first and the second statement of the next transaction. */
function afterFirstStatement(work: () => Promise<unknown>): void {
  const query = jest.spyOn(EntityManager.prototype, 'query');
  query.mockImplementationOnce(async function (this: EntityManager, ...statement) {
    query.mockRestore();
    const rows: unknown = await this.query(...statement);
    await work();
    return rows;
  });
}

it.each<[string, (id: string) => Promise<unknown>]>([
  ['listed', async () => (await world.get(DeliveryQueries).list({ limit: 1 }))[0]],
  ['shown', (id) => world.get(DeliveryQueries).findWithBody(id)],
])('a delivery is %s with its attempts from one snapshot', async (_, read) => {
  const endpoint = await world.addEndpoint();
  const subject = await endpoint.append();
  const [before] = await endpoint.listDeliveries(subject);
  const claim = `SELECT * FROM webhook_claim(ARRAY['${endpoint.serviceId}'], ARRAY[1], now(), now() + interval '1 minute', 8)`;
  afterFirstStatement(() => world.asOwner(claim));
  await expect(read(before?.id ?? '')).resolves.toMatchObject({ attemptCount: 0, attempts: [] });
  await expect(read(before?.id ?? '')).resolves.toMatchObject({ attemptCount: 1, attempts: [{ number: 1, outcome: null }] });
});
