import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { ClaimDeliveryService } from '../../src/platform/webhooks/delivery/claim-delivery.service.js';
import { eventBody } from '../../src/platform/webhooks/outbox/event-body.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { until } from '../support/until.js';
import { startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());

const WAITING = `SELECT count(*)::int AS count FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`;
const TURN = "SELECT pg_advisory_xact_lock(hashtext('webhook_claim'), hashtext($1))";

it('a claim that waits for its turn gets the event that commits meanwhile, with its body', async () => {
  const { serviceId } = await world.endpoint();
  const [holder, writer] = [world.database.createQueryRunner(), world.database.createQueryRunner()];
  await holder.startTransaction();
  await holder.query(TURN, [serviceId]);
  await writer.startTransaction();
  const subjectId = uuidv7();
  const body = eventBody({ id: subjectId });
  await world
    .get(Outbox)
    .append(writer.manager, [{ serviceId, subjectId, type: 'test', body, occurredAt: new Date('2026-01-02T03:04:05Z') }]);

  const claiming = world.get(ClaimDeliveryService).run(serviceId, 1);
  await until(
    () => world.database.query<{ count: number }[]>(WAITING),
    ([row]) => (row?.count ?? 0) > 0,
  );
  await writer.commitTransaction();
  await holder.commitTransaction();

  await expect(claiming).resolves.toMatchObject({ deliveries: [{ serviceId, json: body.json, attemptNumber: 1 }] });
  await Promise.all([holder.release(), writer.release()]);
});
