import { expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { ClassifiedResponse } from '../../src/platform/webhooks/delivery/attempt-result.js';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import type { ClaimedDelivery } from '../../src/platform/webhooks/delivery/claims/claimed-delivery.js';
import { RecordAttemptsService } from '../../src/platform/webhooks/delivery/record-attempts.service.js';
import { EndpointStatesQuery } from '../../src/platform/webhooks/inspection/endpoint-states.query.js';
import { DueEndpointsQuery } from '../../src/platform/webhooks/wake-up/due-endpoints.query.js';
import { testServerInfo } from '../support/test-server-info.js';
import { countTouchedBlocks, captureStatement } from '../webhooks/support/statement-cost.js';
import { startWebhookWorld, type WebhookWorld } from '../webhooks/support/webhook-world.js';

const [FEW, MANY] = [500, 50_000];
/**
 * A tolerance for indexes that grew a level and rows that were not vacuumed yet. With many subjects, a scan of the table would read a
 * thousand blocks more than with few.
 */
const TOLERANCE_BLOCKS = 150;
/**
 * More blocks than an index of all subjects has. The first claim after the resume reads the whole index, because too few subjects were
 * tried since the pause to fill the claim.
 */
const INDEX_SCAN_BLOCKS = MANY / 30;
const CLAIM_SIZE = 8;
const CLAIM_AFTER_RESUME = 'claim after it was resumed';

const FAILED: ClassifiedResponse = { outcome: 'failed', httpStatus: null, excerpt: null, errorCode: 'TIMEOUT', retryAfterMs: null };
const OK: ClassifiedResponse = { outcome: 'acknowledged', httpStatus: 200, excerpt: 'OK', errorCode: null, retryAfterMs: null };

/**
 * One event of each subject, one a second, up to now. All except the last hundred were tried and are due again within the next day.
 * The text of an event is its position, the oldest first.
 */
async function insertBacklog(world: WebhookWorld, serviceId: string, subjects: number): Promise<void> {
  const superuser = new URL(testServerInfo().superuser);
  superuser.pathname = `/${new URL(world.settings['DATABASE_URL'] ?? '').pathname.slice(1)}`;
  const client = new Client({ connectionString: superuser.href });
  await client.connect();
  await client.query('SET session_replication_role = replica'); // The rows are consistent, so checks and triggers are skipped.
  const insertion = client.query(`
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
    await insertion;
  } finally {
    await client.end();
  }
}

const positions = (deliveries: ClaimedDelivery[]): number[] => deliveries.map(({ signedText }) => Number(signedText)).sort((a, b) => a - b);
const consecutive = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);

/** @returns the number of blocks that each step reads. */
async function measurePauseAndResume(world: WebhookWorld, subjects: number): Promise<Record<string, number>> {
  const { serviceId } = await world.addEndpoint();
  await insertBacklog(world, serviceId, subjects);
  const costs: Record<string, number> = {};
  const measure = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    costs[step] = await countTouchedBlocks(world.database, await captureStatement(world.database, work));
    return work();
  };
  const claim = async (limit: number): Promise<ClaimedDelivery[]> =>
    (await world.get(ClaimDeliveriesService).run(serviceId, limit))?.deliveries ?? [];
  const record = (delivery: ClaimedDelivery | undefined, response: ClassifiedResponse) => {
    if (!delivery) throw new Error('No delivery was claimed');
    return world.get(RecordAttemptsService).run(delivery, response, [0, 60, 600, 3600]);
  };
  const state = async (): Promise<string | undefined> => (await world.get(EndpointStatesQuery).listStates())[0]?.state;
  const probeNow = (): Promise<unknown> => world.database.query("UPDATE webhook_endpoint SET next_probe_at = now() - interval '1 second'");
  const isDue = async (): Promise<boolean> => (await world.get(DueEndpointsQuery).run(new Date(), new Date())).length > 0;

  const [first] = await measure('claim', () => claim(1)); // the oldest of the due deliveries, which are the last hundred
  expect(positions(first ? [first] : [])).toEqual([subjects - 99]);
  await expect(measure('pause', () => record(first, FAILED))).resolves.toMatchObject({ recorded: true });
  await expect(state()).resolves.toBe('paused');
  await expect(measure('look while it is paused', isDue)).resolves.toBe(false);

  // Each probe is the oldest delivery that was not tried since the pause.
  for (const probeNumber of [1, 2, 3]) {
    await probeNow();
    await expect(measure(`look for probe ${probeNumber}`, isDue)).resolves.toBe(true);
    const [probe, more] = await measure(`claim probe ${probeNumber}`, () => claim(CLAIM_SIZE));
    expect([positions(probe ? [probe] : []), more]).toEqual([[probeNumber], undefined]);
    expect(probe?.roundAttempts).toBe(1); // The retry schedule does not count the probe.
    await measure(`record probe ${probeNumber}`, () => record(probe, probeNumber === 3 ? OK : FAILED));
  }
  await expect(state()).resolves.toBe('working');

  // All deliveries are sent, the oldest first, with a new retry schedule. No row was written for this.
  await expect(measure('look after it was resumed', isDue)).resolves.toBe(true);
  const next = await measure(CLAIM_AFTER_RESUME, () => claim(CLAIM_SIZE));
  expect(positions(next)).toEqual([1, 2, ...consecutive(4, CLAIM_SIZE - 2)]);
  expect(new Set(next.map(({ roundAttempts }) => roundAttempts))).toEqual(new Set([1]));
  await measure('record a failure', () => record(next[0], FAILED));
  await measure('record a success', () => record(next[1], OK));
  await Promise.all(next.slice(2).map((delivery, index) => record(delivery, index % 2 ? OK : FAILED)));
  // Deliveries that failed since the resume wait for their next attempt.
  expect(positions(await measure('claim the next', () => claim(CLAIM_SIZE)))).toEqual(consecutive(CLAIM_SIZE + 2, CLAIM_SIZE));
  return costs;
}

it('pausing, probing, resuming and delivering cost the same for an endpoint with 50,000 waiting subjects as for one with 500', async () => {
  const costs: Record<string, number>[] = [];
  for (const subjects of [FEW, MANY]) {
    const world = await startWebhookWorld();
    try {
      costs.push(await measurePauseAndResume(world, subjects));
    } finally {
      await world.stop();
    }
  }
  const [few = {}, many = {}] = costs;
  const maxCost = (step: string): number => (few[step] ?? 0) + TOLERANCE_BLOCKS + (step === CLAIM_AFTER_RESUME ? INDEX_SCAN_BLOCKS : 0);
  const tooExpensive = Object.entries(many).filter(([step, cost]) => cost >= maxCost(step));
  expect([Object.keys(few), tooExpensive]).toEqual([Object.keys(many), []]);
});
