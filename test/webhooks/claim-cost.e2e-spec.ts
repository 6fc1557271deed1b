import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Pool, QueryConfig } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { v7 as uuidv7 } from 'uuid';
import { ClaimDeliveryService } from '../../src/platform/webhooks/delivery/claim-delivery.service.js';
import { DueEndpointsQuery } from '../../src/platform/webhooks/waking/due-endpoints.query.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

const [FEW, MANY] = [20, 20_000];
const CLAIMED = 5;
/** Blocks for indexes that grew a level and rows that nobody cleaned up yet; the table alone has twice as many. */
const SOME_BLOCKS = 150;
const BODY = JSON.stringify({ text: 'x'.repeat(200) });
let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());

/** Written as the outbox writes, many at once. */
async function waiting(endpoint: Endpoint, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await world.database.query(
    `WITH event AS (
       INSERT INTO webhook_event (id, service_id, subject_id, type, body, signed_text, occurred_at, created_at)
       SELECT id, $1, id::text, 'test', $3, $3, now(), now() FROM unnest($2::uuid[]) AS e (id)
     ), lane AS (
       INSERT INTO webhook_subject (subject_id, service_id, latest_event_id, unfinished_count) SELECT id::text, $1, id, 1 FROM unnest($2::uuid[]) AS e (id)
     )
     INSERT INTO webhook_delivery (event_id, service_id, subject_id, created_at, next_attempt_at)
     SELECT id, $1, id::text, now(), now() - interval '1 minute' FROM unnest($2::uuid[]) AS e (id)`,
    [endpoint.serviceId, ids, BODY],
  );
}

/** Blocks that the program's own statement touches, in a transaction that is rolled back. */
async function blocks(statement: QueryConfig): Promise<number> {
  const runner = world.database.createQueryRunner();
  await runner.startTransaction();
  const explain = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`;
  let touched = 0;
  for (let run = 0; run < 2; run += 1) {
    await runner.query('SAVEPOINT before'); // the first run plans and reads the catalogue
    const [row] = (await runner.query(explain, statement.values)) as { 'QUERY PLAN': [{ Plan: Plan }] }[];
    const plan = row?.['QUERY PLAN'][0].Plan;
    touched = (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    await runner.query('ROLLBACK TO SAVEPOINT before');
  }
  await runner.rollbackTransaction();
  await runner.release();
  return touched;
}

/** What a service of the program asks, as it asks it; nothing is asked. */
async function statementOf(ask: () => Promise<unknown>): Promise<QueryConfig> {
  const pool = (world.database.driver as PostgresDriver).master as Pool;
  const query = jest.spyOn(pool, 'query').mockImplementation(() => Promise.resolve({ rows: [] }) as never);
  await ask().catch(() => undefined);
  const [statement] = query.mock.calls[0] as unknown as [QueryConfig];
  query.mockRestore();
  return statement;
}

describe.each([
  ['known', true],
  ['not known', false],
])('with statistics %s', (_, known) => {
  it('claiming and looking for what is due cost the same, however many deliveries wait', async () => {
    const [other, endpoint] = [await world.endpoint(), await world.endpoint()];
    const due = await statementOf(() => world.get(DueEndpointsQuery).run());
    const cost = async (): Promise<{ claim: number; due: number }> => {
      if (known) await world.analyze();
      return { claim: await claimBlocks(endpoint), due: await blocks(due) };
    };
    for (const each of [other, endpoint]) await waiting(each, FEW);
    const before = await cost();
    await waiting(endpoint, MANY);
    const after = await cost();
    expect(before.claim).toBeGreaterThan(CLAIMED * 5); // something was claimed
    expect(after.claim).toBeLessThan(before.claim + SOME_BLOCKS);
    expect(after.due).toBeLessThan(before.due + SOME_BLOCKS);
  });
});

async function claimBlocks({ serviceId }: Endpoint): Promise<number> {
  return blocks(await statementOf(() => world.get(ClaimDeliveryService).run(serviceId, CLAIMED)));
}
