import { expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { ClassifiedResponse } from '../../src/platform/webhooks/delivery/attempt-result.js';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import type { ClaimedDelivery } from '../../src/platform/webhooks/delivery/claims/claimed-delivery.js';
import { RecordAttemptsService } from '../../src/platform/webhooks/delivery/record-attempts.service.js';
import { EndpointStatesQuery } from '../../src/platform/webhooks/inspection/endpoint-states.query.js';
import { DueEndpointsQuery } from '../../src/platform/webhooks/wake-up/due-endpoints.query.js';
import { testServerInfo } from '../support/test-server-info.js';
import { blocks, statementOf } from '../webhooks/support/statement-cost.js';
import { startWebhookWorld, type WebhookWorld } from '../webhooks/support/webhook-world.js';

const [FEW, MANY] = [500, 50_000];
/** A tolerance for indexes that grew a level and rows that were not vacuumed yet. The table alone has a thousand blocks more. */
const SOME_BLOCKS = 150;
/** Too few subjects were tried since the pause for one claim. PostgreSQL therefore searches an index of all subjects, once. */
const ONCE_THROUGH_AN_INDEX = MANY / 30;
const AT_ONCE = 8;
const RELEASED = 'claim after it was resumed';

const FAILED: ClassifiedResponse = { outcome: 'failed', httpStatus: null, excerpt: null, errorCode: 'TIMEOUT', retryAfterMs: null };
const OK: ClassifiedResponse = { outcome: 'acknowledged', httpStatus: 200, excerpt: 'OK', errorCode: null, retryAfterMs: null };

/**
 * One event of each subject, one a second, up to now. All except the last hundred were tried and are due again within the next day.
 * The text of an event is its position, the oldest first.
 */
async function fill(world: WebhookWorld, serviceId: string, subjects: number): Promise<void> {
  const superuser = new URL(testServerInfo().superuser);
  superuser.pathname = `/${new URL(world.settings['DATABASE_URL'] ?? '').pathname.slice(1)}`;
  const client = new Client({ connectionString: superuser.href });
  await client.connect();
  await client.query('SET session_replication_role = replica'); // The rows are consistent, so checks and triggers are skipped.
  const filling = client.query(`
    CREATE TEMPORARY TABLE filled AS
      SELECT n, ('0192f0c1-7a3e-7cc2-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id, date_trunc('second', now()) - make_interval(secs => ${subjects} - n) AS at, n <= ${subjects} - 100 AS tried
      FROM generate_series(1, ${subjects}) n;
    INSERT INTO webhook_event (id, service_id, subject_id, type, body, signed_text, occurred_at, created_at)
      SELECT id, '${serviceId}', id::text, 'test', '{"text":"' || n || '"}', n::text, at, at FROM filled;
    INSERT INTO webhook_subject (subject_id, service_id, latest_event_id, attempt_count, last_attempt_at, unfinished_count)
      SELECT id::text, '${serviceId}', id, tried::integer, CASE WHEN tried THEN at END, 1 FROM filled;
    INSERT INTO webhook_delivery (event_id, service_id, subject_id, attempt_count, round_attempt_count, created_at, next_attempt_at)
      SELECT id, '${serviceId}', id::text, tried::integer, tried::integer, at,
             CASE WHEN tried THEN now() + make_interval(secs => 60 + (n::bigint * 7919) % 86400) ELSE at END FROM filled ORDER BY n;
    INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at, failed_tries)
      VALUES ('${serviceId}', now() - interval '5 days', now(), ${subjects});
    ANALYZE`);
  try {
    await filling;
  } finally {
    await client.end();
  }
}

const positions = (deliveries: ClaimedDelivery[]): number[] => deliveries.map(({ signedText }) => Number(signedText)).sort((a, b) => a - b);
const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);

/** @returns the number of blocks that each step reads. */
async function pausedAndResumed(world: WebhookWorld, subjects: number): Promise<Record<string, number>> {
  const { serviceId } = await world.endpoint();
  await fill(world, serviceId, subjects);
  const costs: Record<string, number> = {};
  const measured = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    costs[step] = await blocks(world.database, await statementOf(world.database, work));
    return work();
  };
  const claim = async (most: number): Promise<ClaimedDelivery[]> =>
    (await world.get(ClaimDeliveriesService).run(serviceId, most))?.deliveries ?? [];
  const record = (delivery: ClaimedDelivery | undefined, response: ClassifiedResponse) => {
    if (!delivery) throw new Error('No delivery was claimed');
    return world.get(RecordAttemptsService).run(delivery, response, [0, 60, 600, 3600]);
  };
  const state = async (): Promise<string | undefined> => (await world.get(EndpointStatesQuery).listStates())[0]?.state;
  const probeNow = (): Promise<unknown> => world.database.query("UPDATE webhook_endpoint SET next_probe_at = now() - interval '1 second'");
  const isDue = async (): Promise<boolean> => (await world.get(DueEndpointsQuery).run(new Date(), new Date())).length > 0;

  const [first] = await measured('claim', () => claim(1)); // Of the due deliveries: the last hundred.
  expect(positions(first ? [first] : [])).toEqual([subjects - 99]);
  await expect(measured('pause', () => record(first, FAILED))).resolves.toMatchObject({ recorded: true });
  await expect(state()).resolves.toBe('paused');
  await expect(measured('look while it is paused', isDue)).resolves.toBe(false);

  // Each probe is the oldest delivery that was not tried since the pause.
  for (const probeNumber of [1, 2, 3]) {
    await probeNow();
    await expect(measured(`look for probe ${probeNumber}`, isDue)).resolves.toBe(true);
    const [probe, more] = await measured(`claim probe ${probeNumber}`, () => claim(AT_ONCE));
    expect([positions(probe ? [probe] : []), more]).toEqual([[probeNumber], undefined]);
    expect(probe?.roundAttempts).toBe(1); // The retry schedule does not count the probe.
    await measured(`record probe ${probeNumber}`, () => record(probe, probeNumber === 3 ? OK : FAILED));
  }
  await expect(state()).resolves.toBe('working');

  // All deliveries are sent, the oldest first, with a new retry schedule. No row was written for this.
  await expect(measured('look after it was resumed', isDue)).resolves.toBe(true);
  const next = await measured(RELEASED, () => claim(AT_ONCE));
  expect(positions(next)).toEqual([1, 2, ...from(4, AT_ONCE - 2)]);
  expect(new Set(next.map(({ roundAttempts }) => roundAttempts))).toEqual(new Set([1]));
  await measured('record a failure', () => record(next[0], FAILED));
  await measured('record a success', () => record(next[1], OK));
  await Promise.all(next.slice(2).map((delivery, index) => record(delivery, index % 2 ? OK : FAILED)));
  // Deliveries that failed since the resume wait for their next attempt.
  expect(positions(await measured('claim the next', () => claim(AT_ONCE)))).toEqual(from(AT_ONCE + 2, AT_ONCE));
  return costs;
}

it('pausing, probing, resuming and delivering cost the same for an endpoint with 50,000 waiting subjects as for one with 500', async () => {
  const costs: Record<string, number>[] = [];
  for (const subjects of [FEW, MANY]) {
    const world = await startWebhookWorld();
    try {
      costs.push(await pausedAndResumed(world, subjects));
    } finally {
      await world.stop();
    }
  }
  const [few = {}, many = {}] = costs;
  const most = (step: string): number => (few[step] ?? 0) + SOME_BLOCKS + (step === RELEASED ? ONCE_THROUGH_AN_INDEX : 0);
  const dearer = Object.entries(many).filter(([step, cost]) => cost >= most(step));
  expect([Object.keys(few), dearer]).toEqual([Object.keys(many), []]);
});
