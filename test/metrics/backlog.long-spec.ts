import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../../src/common/time/clocks.js';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import { DeliverEndpointService } from '../../src/platform/webhooks/delivery/deliver-endpoint.service.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { WakeDueEndpointsService } from '../../src/platform/webhooks/delivery/wake-due-endpoints.service.js';
import { WebhookProcessor } from '../../src/platform/webhooks/delivery/webhook.processor.js';
import { OK, type ReceiverResponse } from '../support/receiver.js';
import { until } from '../support/until.js';
import { withoutTimeLimit } from '../support/time-limit.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from '../webhooks/support/webhook-world.js';
import { type Scraped, scrape } from './support/scraper.js';

const ERROR: ReceiverResponse = { status: 503, body: 'down' };
const NONE = { due: 0, lag: 0, paused: 0, queueAge: 0 };

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld({ METRICS_PORT: '0', WEBHOOK_CONCURRENCY_PER_ENDPOINT: '1' });
});
afterAll(() => world.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

const backlogIn = (scraped: Scraped) => ({
  due: scraped.value('gateway_webhook_due_deliveries'),
  lag: scraped.value('gateway_webhook_outbox_lag_seconds'),
  paused: scraped.value('gateway_webhook_paused_endpoints'),
  queueAge: scraped.value('gateway_webhook_queue_age_seconds'),
});
const backlog = async () => backlogIn(await scrape(world));
/** Stops the system clock, so that the age of a delivery is an exact number and not a range. */
function stopClock(at = new Date()): Date {
  jest.spyOn(world.get(SystemClock), 'now').mockReturnValue(at);
  return at;
}
const sweep = (): Promise<number> => world.get(WakeDueEndpointsService).run();
const setDue = (subjectId: string, at: Date): Promise<unknown> =>
  world.database.query('UPDATE webhook_delivery SET next_attempt_at = $2 WHERE subject_id = $1 AND next_attempt_at IS NOT NULL', [
    subjectId,
    at,
  ]);
const ago = (at: Date, seconds: number): Date => new Date(at.getTime() - seconds * 1000);
const attemptsOf = (endpoint: Endpoint, count: number) =>
  until(
    () => endpoint.listDeliveries(),
    (rows) => rows.flatMap(({ attempts }) => attempts).filter(({ outcome }) => outcome !== null).length === count,
  );

/** Creates an endpoint that the gateway pauses because its last failure is more than three days after its first failure. */
async function createPausedEndpoint(): Promise<{ endpoint: Endpoint; subjectId: string }> {
  const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 3600, 3600] });
  endpoint.receiver.setResponses(ERROR);
  const subjectId = await endpoint.append();
  await sweep();
  await attemptsOf(endpoint, 1);
  await world.database.query(
    `UPDATE webhook_endpoint SET failed_tries = 9, first_failure_at = first_failure_at - interval '73 hours' WHERE service_id = $1`,
    [endpoint.serviceId],
  );
  await setDue(subjectId, ago(new Date(), 1));
  await world.sweepUntilRequest(endpoint);
  await attemptsOf(endpoint, 2);
  // The worker that sent the delivery looks once more for due deliveries, and would find the delivery that the test makes due.
  const deliver = world.get(DeliverEndpointService);
  await until(
    () => deliver.isAwake(endpoint.serviceId),
    (awake) => !awake,
  );
  return { endpoint, subjectId };
}

describe('the metrics of waiting deliveries', () => {
  it('count one due delivery for each subject, and show for how long the oldest has been due', async () => {
    const [firstEndpoint, secondEndpoint] = [await world.addEndpoint(), await world.addEndpoint()];
    const subjects = [await firstEndpoint.append(), await firstEndpoint.append(), await secondEndpoint.append()];
    await firstEndpoint.append(subjects[0], 'after the first'); // not due before the first delivery of the subject is acknowledged
    const now = stopClock(new Date(Date.now() + 1000));
    await setDue(subjects[1] ?? '', ago(now, 90));
    await setDue(subjects[2] ?? '', ago(now, 30));
    expect(await backlog()).toEqual({ ...NONE, due: 3, lag: 90 });

    jest.restoreAllMocks();
    await sweep();
    for (const subject of subjects)
      await (subject === subjects[2] ? secondEndpoint : firstEndpoint).waitForStatuses(subject, 'acknowledged');
    expect(await backlog()).toEqual(NONE);
  });

  it('count running deliveries as late, and leave out deliveries whose retry is not due', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 3600] });
    withoutTimeLimit();
    endpoint.receiver.setResponses({ ...ERROR, hold: true });
    const [first, second] = [await endpoint.append(), await endpoint.append()];
    const now = new Date();
    await setDue(first, ago(now, 90));
    await setDue(second, ago(now, 60));
    await sweep();
    await until(
      () => endpoint.receiver.requests.length,
      (count) => count === 1,
    );
    stopClock(now);
    expect(await backlog()).toEqual({ ...NONE, due: 1, lag: 90 }); // in this test an endpoint gets one delivery at a time

    jest.restoreAllMocks();
    endpoint.receiver.setResponses(ERROR).releaseAll();
    await attemptsOf(endpoint, 2);
    expect(await backlog()).toEqual(NONE);
  });

  it('show since when a delivery has been due that is claimed several times but never sent', async () => {
    const endpoint = await world.addEndpoint();
    const subjectId = await endpoint.append();
    const now = new Date();
    await setDue(subjectId, ago(now, 300));
    const claim = world.get(ClaimDeliveriesService);
    for (const claimNumber of [1, 2]) {
      stopClock(new Date(now.getTime() + claimNumber * 16_000)); // the previous claim has expired
      expect((await claim.run(endpoint.serviceId, 1))?.deliveries).toMatchObject([{ attemptNumber: claimNumber }]);
      expect(await backlog()).toEqual({ ...NONE, lag: 300 + claimNumber * 16 });
    }
    stopClock(new Date(now.getTime() + 60_000));
    expect(await backlog()).toEqual({ ...NONE, due: 1, lag: 360 });

    jest.restoreAllMocks();
    await world.database.query('UPDATE webhook_delivery SET lease_until = $2, next_attempt_at = $2 WHERE subject_id = $1', [
      subjectId,
      now,
    ]);
    await world.sweepUntilRequest(endpoint);
    await endpoint.waitForStatuses(subjectId, 'acknowledged');
    expect(await backlog()).toEqual(NONE);
  });

  it('name the services with the highest lag, and the services with a paused endpoint', async () => {
    const lagging = [];
    const now = new Date(Date.now() + 1000);
    for (const seconds of [10, 60, 50, 40, 30, 20]) {
      const endpoint = await world.addEndpoint();
      await setDue(await endpoint.append(), ago(now, seconds));
      lagging.push({ service: endpoint.serviceId, seconds });
    }
    const { serviceId } = await world.addEndpoint();
    await world.database.query(
      `INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at, paused_at, next_probe_at) VALUES ($1, $2, $2, $2, $2::timestamptz + interval '1 hour')`,
      [serviceId, ago(now, 7200)],
    );
    stopClock(now);
    const scraped = await scrape(world);
    const secondsByService = (metric: string) =>
      [...scraped.text.matchAll(new RegExp(`^${metric}\\{service="(.*)"\\} (.*)$`, 'gm'))].map(([, service, value]) => ({
        service,
        seconds: Number(value),
      }));
    expect(secondsByService('gateway_webhook_endpoint_lag_seconds')).toEqual(lagging.slice(1));
    expect(secondsByService('gateway_webhook_endpoint_paused_seconds')).toEqual([{ service: serviceId, seconds: 7200 }]);

    jest.restoreAllMocks();
    await world.database.query('DELETE FROM webhook_endpoint WHERE service_id = $1', [serviceId]);
    await until(
      async () => {
        await sweep();
        return backlog();
      },
      ({ lag }) => lag === 0,
    );
    expect((await scrape(world)).text).not.toMatch(/^gateway_webhook_endpoint_(lag|paused)_seconds\{/m);
  });

  it('count a paused endpoint, but count its waiting deliveries neither as due nor as late', async () => {
    const { endpoint, subjectId } = await createPausedEndpoint();
    const working = await world.addEndpoint();
    const [waiting, due] = [await endpoint.append(), await working.append()];
    const now = stopClock(new Date(Date.now() + 1000));
    for (const subject of [subjectId, waiting]) await setDue(subject, ago(now, 600));
    await setDue(due, ago(now, 20));
    expect(await backlog()).toEqual({ ...NONE, due: 1, lag: 20, paused: 1 });

    jest.restoreAllMocks();
    endpoint.receiver.setResponses(OK);
    await world.database.query('UPDATE webhook_endpoint SET next_probe_at = paused_at WHERE service_id = $1', [endpoint.serviceId]);
    await world.sweepUntilRequest(endpoint);
    await working.waitForStatuses(due, 'acknowledged');
    for (const subject of [subjectId, waiting]) await endpoint.waitForStatuses(subject, 'acknowledged');
    expect(await backlog()).toEqual(NONE);
  });

  it('count a delivery whose retry was planned before its endpoint was resumed as due since the endpoint was resumed', async () => {
    const { endpoint, subjectId } = await createPausedEndpoint();
    const now = stopClock(new Date(Date.now() + 1000));
    await setDue(subjectId, new Date(now.getTime() + 3_600_000));
    await world.database.query('DELETE FROM webhook_endpoint WHERE service_id = $1', [endpoint.serviceId]);
    expect(await backlog()).toEqual({ ...NONE, due: 1, lag: expect.any(Number) });
    await world.database.query(
      `INSERT INTO webhook_endpoint_change (service_id, state, at, first_failure_at, failed_tries) VALUES ($1, 'resumed', $2, $2, 10)`,
      [endpoint.serviceId, ago(now, 70)],
    );
    expect(await backlog()).toEqual({ ...NONE, due: 1, lag: 70 });

    jest.restoreAllMocks();
    endpoint.receiver.setResponses(OK);
    await world.sweepUntilRequest(endpoint);
    await endpoint.waitForStatuses(subjectId, 'acknowledged');
    expect(await backlog()).toEqual(NONE);
  });

  it('show for how long a wake-up has waited for a worker', async () => {
    const { worker } = world.get(WebhookProcessor);
    await worker.pause();
    const endpoint = await world.addEndpoint();
    const subjectId = await endpoint.append();
    const before = Date.now();
    world.get(Outbox).wake(endpoint.serviceId);
    await until(backlog, ({ queueAge }) => (queueAge ?? 0) > 0);
    const after = Date.now();
    stopClock(new Date(after + 45_000));
    const { queueAge } = await backlog();
    expect(queueAge).toBeGreaterThanOrEqual(45);
    expect(queueAge).toBeLessThanOrEqual(45 + (after - before) / 1000);

    jest.restoreAllMocks();
    void worker.resume();
    await endpoint.waitForStatuses(subjectId, 'acknowledged');
    expect(await backlog()).toEqual(NONE);
  });
});
