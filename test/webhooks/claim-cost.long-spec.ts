import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import type { ClassifiedResponse } from '../../src/platform/webhooks/delivery/attempt-result.js';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import { RecordAttemptsService } from '../../src/platform/webhooks/delivery/record-attempts.service.js';
import { DueEndpointsQuery } from '../../src/platform/webhooks/wake-up/due-endpoints.query.js';
import { countTouchedBlocks, captureStatement } from './support/statement-cost.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

const [FEW, MANY] = [20, 20_000];
const CLAIMED = 5;
/** Allows for indexes with one more level and for rows that are not vacuumed yet. A scan of the table reads at least twice as many. */
const BLOCK_TOLERANCE = 150;
const BODY = JSON.stringify({ text: 'x'.repeat(200) });
let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());

/** Stores many events like the outbox. @param nextAttempt SQL of the time of the next attempt. */
async function addDeliveries(endpoint: Endpoint, count: number, nextAttempt: string): Promise<void> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await world.database.query(
    `WITH event AS (
       INSERT INTO webhook_event (id, service_id, subject_id, type, body, signed_text, occurred_at, created_at)
       SELECT id, $1, id::text, 'test', $3, $3, now(), now() FROM unnest($2::uuid[]) AS e (id)
     ), fifo_group AS (
       INSERT INTO webhook_subject (subject_id, service_id, latest_event_id, unfinished_count) SELECT id::text, $1, id, 1 FROM unnest($2::uuid[]) AS e (id)
     )
     INSERT INTO webhook_delivery (event_id, service_id, subject_id, created_at, next_attempt_at)
     SELECT id, $1, id::text, now(), ${nextAttempt} FROM unnest($2::uuid[]) AS e (id)`,
    [endpoint.serviceId, ids, BODY],
  );
}

const blocksOf = async (work: () => Promise<unknown>): Promise<number> =>
  countTouchedBlocks(world.database, await captureStatement(world.database, work));
const claimBlocks = ({ serviceId }: Endpoint): Promise<number> => blocksOf(() => world.get(ClaimDeliveriesService).run(serviceId, CLAIMED));
const dueBlocks = (): Promise<number> => blocksOf(() => world.get(DueEndpointsQuery).run(new Date(), new Date()));

const addResumedChange = (endpoint: Endpoint): Promise<unknown> =>
  world.database.query(
    `INSERT INTO webhook_endpoint_change (service_id, state, at, first_failure_at, failed_tries) VALUES ($1, 'resumed', now(), now() - interval '4 days', 10)`,
    [endpoint.serviceId],
  );

describe.each([
  ['known', true],
  ['not known', false],
])('with statistics %s', (_, hasStatistics) => {
  it.each<[string, string, (endpoint: Endpoint) => Promise<unknown>]>([
    ['due', "now() - interval '1 minute'", () => Promise.resolve()],
    ['delayed before their endpoint was resumed', "now() + interval '1 day'", addResumedChange],
    ['delayed before their endpoint was resumed, and due since', "now() - interval '1 minute'", addResumedChange],
  ])('claiming and finding due endpoints cost the same for any number of deliveries %s', async (_case, nextAttempt, prepare) => {
    const [other, endpoint] = [await world.addEndpoint(), await world.addEndpoint()];
    await prepare(endpoint);
    const cost = async (): Promise<{ claim: number; due: number }> => {
      if (hasStatistics) await world.analyze();
      return { claim: await claimBlocks(endpoint), due: await dueBlocks() };
    };
    for (const filledEndpoint of [other, endpoint]) await addDeliveries(filledEndpoint, FEW, nextAttempt);
    const before = await cost();
    await addDeliveries(endpoint, MANY, nextAttempt);
    const after = await cost();
    expect(before.claim).toBeGreaterThan(CLAIMED * 5); // deliveries were claimed
    expect(after.claim).toBeLessThan(before.claim + BLOCK_TOLERANCE);
    expect(after.due).toBeLessThan(before.due + BLOCK_TOLERANCE);
  });

  it('delaying events, because the schedule begins with a delay, costs the same for any number of events', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [3600] });
    await addDeliveries(endpoint, 1_000, 'now()'); // more events than a single claim can delay
    if (hasStatistics) await world.analyze();
    const before = await claimBlocks(endpoint);
    await addDeliveries(endpoint, MANY, 'now()');
    if (hasStatistics) await world.analyze();
    expect(await claimBlocks(endpoint)).toBeLessThan(1.5 * before);
  });

  it.each<[string, ClassifiedResponse['outcome'], string]>([
    ['pausing', 'failed', 'NULL, NULL'],
    ['resuming', 'acknowledged', "now() - interval '1 hour', now()"],
  ])('%s an endpoint costs the same for any number of pending deliveries', async (_case, outcome, paused) => {
    const endpoint = await world.addEndpoint();
    await addDeliveries(endpoint, FEW, "now() - interval '1 minute'");
    const [delivery] = (await world.get(ClaimDeliveriesService).run(endpoint.serviceId, 1))?.deliveries ?? [];
    if (!delivery) throw new Error('No delivery was claimed');
    await world.database.query(
      `INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at, failed_tries, paused_at, next_probe_at)
       VALUES ($1, now() - interval '4 days', now(), 10, ${paused})`,
      [endpoint.serviceId],
    );
    const response = { outcome, httpStatus: 200, excerpt: '', errorCode: null, retryAfterMs: null };
    const record = await captureStatement(world.database, () => world.get(RecordAttemptsService).run(delivery, response, [0, 60]));
    if (hasStatistics) await world.analyze();
    const before = await countTouchedBlocks(world.database, record);
    await addDeliveries(endpoint, MANY, "now() + interval '1 day'");
    if (hasStatistics) await world.analyze();
    expect(await countTouchedBlocks(world.database, record)).toBeLessThan(before + BLOCK_TOLERANCE);
  });
});
