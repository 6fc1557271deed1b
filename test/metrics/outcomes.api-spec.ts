import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../../src/common/time/clocks.js';
import { ResendDeliveryService } from '../../src/platform/webhooks/inspection/resend-delivery.service.js';
import { WakeDueEndpointsService } from '../../src/platform/webhooks/delivery/wake-due-endpoints.service.js';
import type { DeliveryOutcome } from '../../src/platform/webhooks/delivery/classify-response.js';
import { OK, type ReceiverResponse } from '../support/receiver.js';
import { until } from '../support/until.js';
import { startWebhookWorld, type WebhookWorld } from '../webhooks/support/webhook-world.js';
import { scrape } from './support/scraper.js';

const OUTCOMES: DeliveryOutcome[] = ['acknowledged', 'not_acknowledged', 'gone', 'failed'];
const ERROR: ReceiverResponse = { status: 500, body: 'down' };

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld({ METRICS_PORT: '0' });
});
afterAll(() => world.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

/** Values of the delivery counters. A bucket counts the acknowledgements that took at most its number of seconds. */
async function readCounters() {
  const { value } = await scrape(world);
  const valueOfSeries = (series: string): number => value(series) ?? NaN;
  const timed = 'gateway_webhook_acknowledgement_seconds';
  return {
    outcomes: OUTCOMES.map((outcome) => valueOfSeries(`gateway_webhook_attempts_total{outcome="${outcome}"}`)),
    exhausted: valueOfSeries('gateway_webhook_exhausted_total'),
    timed: valueOfSeries(`${timed}_count`),
    seconds: valueOfSeries(`${timed}_sum`),
    within30: valueOfSeries(`${timed}_bucket{le="30"}`),
    within120: valueOfSeries(`${timed}_bucket{le="120"}`),
  };
}
/** By how much the counters grow while the work runs. */
async function growthDuring(work: () => Promise<unknown>): Promise<Awaited<ReturnType<typeof readCounters>>> {
  const before = await readCounters();
  await work();
  const after = await readCounters();
  return {
    outcomes: after.outcomes.map((count, index) => count - (before.outcomes[index] ?? NaN)),
    exhausted: after.exhausted - before.exhausted,
    timed: after.timed - before.timed,
    seconds: after.seconds - before.seconds,
    within30: after.within30 - before.within30,
    within120: after.within120 - before.within120,
  };
}
const totalAttempts = async (): Promise<number> => (await readCounters()).outcomes.reduce((sum, each) => sum + each);
const sweep = (): Promise<unknown> => world.get(WakeDueEndpointsService).run();
const makeDue = (subjectId: string): Promise<unknown> =>
  world.database.query('UPDATE webhook_delivery SET next_attempt_at = created_at WHERE subject_id = $1', [subjectId]);
/** Wakes due endpoints until one more attempt is counted. A delivery that a worker still holds is skipped, so endpoints are woken repeatedly. */
async function runOneAttempt(cause?: () => Promise<unknown>): Promise<void> {
  const before = await totalAttempts();
  await cause?.();
  await until(
    async () => {
      if (!cause) await sweep();
      return totalAttempts();
    },
    (count) => count === before + 1,
  );
}

describe('the counter of delivery attempts has the outcome', () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  it.each<[string, DeliveryOutcome, ReceiverResponse]>([
    ['for 200 with OK', 'acknowledged', OK],
    ['for 200 with another body', 'not_acknowledged', { status: 200, body: 'thanks' }],
    ['for 204', 'not_acknowledged', { status: 204 }],
    ['for a redirect', 'not_acknowledged', { status: 302, headers: { location: '/' } }],
    ['for 404', 'not_acknowledged', { status: 404, body: 'OK' }],
    ['for 500', 'not_acknowledged', ERROR],
    ['for 410', 'gone', { status: 410 }],
    ['for a connection that is reset', 'failed', { reset: true }],
    ['without a response in time', 'failed', { hold: true }],
  ])('%s: %s', async (_name, outcome, response) => {
    if (response.hold) jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 10_000 ? 250 : ms));
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 3600] });
    endpoint.receiver.setResponses(response);
    await endpoint.append();
    const { outcomes } = await growthDuring(runOneAttempt);
    expect(outcomes).toEqual(OUTCOMES.map((each) => (each === outcome ? 1 : 0)));
  });

  it('for a refused connection: failed', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 3600] });
    await endpoint.receiver.close();
    await endpoint.append();
    expect((await growthDuring(runOneAttempt)).outcomes).toEqual([0, 0, 0, 1]);
  });
});

describe('time to acknowledgement', () => {
  /** When the event was written, in milliseconds: the first 48 bits of its id, which is a UUIDv7. */
  const writtenAt = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  const stopClock = (at: number): unknown => jest.spyOn(world.get(SystemClock), 'now').mockReturnValue(new Date(at));

  it('runs from the event to the acknowledgement, over failed attempts', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 3600] });
    endpoint.receiver.setResponses(ERROR, OK);
    const subjectId = await endpoint.append();
    const failed = await growthDuring(runOneAttempt);
    expect(failed).toMatchObject({ outcomes: [0, 1, 0, 0], timed: 0, seconds: 0 });

    const [delivery] = await endpoint.listDeliveries();
    await makeDue(subjectId);
    stopClock(writtenAt(delivery?.id ?? '') + 40_000);
    const change = await growthDuring(runOneAttempt);
    expect(change).toMatchObject({ outcomes: [1, 0, 0, 0], timed: 1, within30: 0, within120: 1 });
    expect(change.seconds).toBeCloseTo(40, 6);
  });

  it('is not measured for a delivery that staff sent again', async () => {
    const endpoint = await world.addEndpoint();
    await endpoint.append();
    await runOneAttempt();
    const [delivery] = await endpoint.listDeliveries();
    const change = await growthDuring(() => runOneAttempt(() => world.get(ResendDeliveryService).run(delivery?.id ?? '')));
    expect(change).toMatchObject({ outcomes: [1, 0, 0, 0], timed: 0, seconds: 0 });
  });
});

describe('the counter of exhausted notifications counts notifications', () => {
  it.each<[string, number, ReceiverResponse, number[]]>([
    ['whose last attempt failed', 1, ERROR, [0]],
    ['whose endpoint responds with 410', 1, { status: 410 }, [0, 3600]],
    ['that will be retried', 0, ERROR, [0, 3600]],
    ['that were acknowledged with the last attempt', 0, OK, [0]],
  ])('%s: %i', async (_name, count, response, retryScheduleSeconds) => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds });
    endpoint.receiver.setResponses(response);
    await endpoint.append();
    expect((await growthDuring(runOneAttempt)).exhausted).toBe(count);
  });

  it.each([
    ['not while a retry remains, however often the endpoint is probed', [0, 3600, 3600, 3600], 'pending', 0],
    ['once the retry schedule is over', [0, 3600, 3600], 'exhausted', 1],
  ])('of a paused endpoint: %s', async (_name, retryScheduleSeconds, status, count) => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds });
    endpoint.receiver.setResponses(ERROR);
    const subjectId = await endpoint.append();
    await runOneAttempt();
    await world.database.query(
      `UPDATE webhook_endpoint SET failed_tries = 9, first_failure_at = first_failure_at - interval '73 hours' WHERE service_id = $1`,
      [endpoint.serviceId],
    );
    await makeDue(subjectId);
    const probe = async (): Promise<void> => {
      await world.database.query('UPDATE webhook_endpoint SET next_probe_at = paused_at WHERE service_id = $1', [endpoint.serviceId]);
      await runOneAttempt();
    };
    const change = await growthDuring(async () => {
      await runOneAttempt(); // pauses the endpoint
      if (status === 'exhausted') await endpoint.change({ retryScheduleSeconds: [0, 3600] });
      await probe();
    });
    await expect(endpoint.listDeliveries()).resolves.toMatchObject([{ status }]);
    expect(change).toMatchObject({ outcomes: [0, 2, 0, 0], exhausted: count });
  });
});
