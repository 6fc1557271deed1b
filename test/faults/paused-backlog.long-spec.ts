import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { ClassifiedResponse } from '../../src/platform/webhooks/delivery/attempt-result.js';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import type { ClaimedDelivery } from '../../src/platform/webhooks/delivery/claims/claimed-delivery.js';
import { RecordAttemptsService } from '../../src/platform/webhooks/delivery/record-attempts.service.js';
import { EndpointStatesQuery } from '../../src/platform/webhooks/inspection/endpoint-states.query.js';
import { DueEndpointsQuery } from '../../src/platform/webhooks/wake-up/due-endpoints.query.js';
import { serverFacts } from '../support/server-facts.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from '../webhooks/support/webhook-world.js';

const SUBJECTS = 500_000;
/** As in production, in milliseconds. */
const STATEMENT_TIMEOUT = '10000';
const AT_ONCE = 8;

const FAILED: ClassifiedResponse = { outcome: 'failed', httpStatus: null, excerpt: null, errorCode: 'TIMEOUT', retryAfterMs: null };
const OK: ClassifiedResponse = { outcome: 'acknowledged', httpStatus: 200, excerpt: 'OK', errorCode: null, retryAfterMs: null };

let world: WebhookWorld;
let endpoint: Endpoint;
beforeAll(async () => {
  world = await startWebhookWorld({ DATABASE_STATEMENT_TIMEOUT_MS: STATEMENT_TIMEOUT });
  endpoint = await world.endpoint();
  await fill(endpoint.serviceId);
});
afterAll(() => world.stop());

/**
 * One event of each subject, one a second, up to now. All were tried and are to be tried again within the next day, but for the last
 * hundred. Their text is their place, the oldest first.
 */
async function fill(serviceId: string): Promise<void> {
  const superuser = new URL(serverFacts().superuser);
  superuser.pathname = `/${new URL(world.settings['DATABASE_URL'] ?? '').pathname.slice(1)}`;
  const client = new Client({ connectionString: superuser.href });
  await client.connect();
  await client.query('SET session_replication_role = replica'); // the rows are consistent, so checks and triggers are skipped
  const filling = client.query(`
    CREATE TEMPORARY TABLE filled AS
      SELECT n, ('0192f0c1-7a3e-7cc2-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id, date_trunc('second', now()) - make_interval(secs => ${SUBJECTS} - n) AS at, n <= ${SUBJECTS} - 100 AS tried
      FROM generate_series(1, ${SUBJECTS}) n;
    INSERT INTO webhook_event (id, service_id, subject_id, type, body, signed_text, occurred_at, created_at)
      SELECT id, '${serviceId}', id::text, 'test', '{"text":"' || n || '"}', n::text, at, at FROM filled;
    INSERT INTO webhook_subject (subject_id, service_id, latest_event_id, attempt_count, last_attempt_at, unfinished_count)
      SELECT id::text, '${serviceId}', id, tried::integer, CASE WHEN tried THEN at END, 1 FROM filled;
    INSERT INTO webhook_delivery (event_id, service_id, subject_id, attempt_count, round_attempt_count, created_at, next_attempt_at)
      SELECT id, '${serviceId}', id::text, tried::integer, tried::integer, at,
             CASE WHEN tried THEN now() + make_interval(secs => 60 + (n::bigint * 7919) % 86400) ELSE at END FROM filled ORDER BY n;
    INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at, failed_tries)
      VALUES ('${serviceId}', now() - interval '5 days', now(), ${SUBJECTS});
    ANALYZE`);
  await filling.finally(() => client.end());
}

const claim = async (most: number): Promise<ClaimedDelivery[]> =>
  (await world.get(ClaimDeliveriesService).run(endpoint.serviceId, most))?.deliveries ?? [];
const record = (delivery: ClaimedDelivery, response: ClassifiedResponse) =>
  world.get(RecordAttemptsService).run(delivery, response, [0, 60, 600, 3600]);
const places = (deliveries: ClaimedDelivery[]): number[] => deliveries.map(({ signedText }) => Number(signedText)).sort((a, b) => a - b);
const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);
const state = async (): Promise<string | undefined> => (await world.get(EndpointStatesQuery).now())[0]?.state;
const probeNow = (): Promise<unknown> => world.database.query("UPDATE webhook_endpoint SET next_probe_at = now() - interval '1 second'");
const isDue = async (): Promise<boolean> => (await world.get(DueEndpointsQuery).run(new Date(), new Date())).length > 0;

it('an endpoint with half a million subjects waiting is paused, tried, resumed and delivered to within the time of a statement', async () => {
  const [first] = await claim(1); // of those that are due: the last hundred
  expect(places(first ? [first] : [])).toEqual([SUBJECTS - 99]);
  await expect(record(first!, FAILED)).resolves.toMatchObject({ recorded: true });
  await expect(state()).resolves.toBe('paused');
  await expect(isDue()).resolves.toBe(false);

  // Each try is the oldest that was not tried since.
  for (const place of [1, 2, 3]) {
    await probeNow();
    await expect(isDue()).resolves.toBe(true);
    const [probe, more] = await claim(AT_ONCE);
    expect([places(probe ? [probe] : []), more]).toEqual([[place], undefined]);
    expect(probe?.roundAttempts).toBe(1); // the schedule does not count it
    await record(probe!, place === 3 ? OK : FAILED);
  }
  await expect(state()).resolves.toBe('working');

  // All of them go, the oldest first and with a fresh schedule: no row was written for that.
  await expect(isDue()).resolves.toBe(true);
  const next = await claim(AT_ONCE);
  expect(places(next)).toEqual([1, 2, ...from(4, AT_ONCE - 2)]);
  expect(new Set(next.map(({ roundAttempts }) => roundAttempts))).toEqual(new Set([1]));
  await Promise.all(next.map((delivery, index) => record(delivery, index % 2 ? OK : FAILED)));
  expect(places(await claim(AT_ONCE))).toEqual(from(AT_ONCE + 2, AT_ONCE)); // what has failed since then waits for its time again
});
