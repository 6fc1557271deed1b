import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../../src/common/time/clocks.js';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import { RecordAttemptsService } from '../../src/platform/webhooks/delivery/record-attempts.service.js';
import { EndpointStatesQuery } from '../../src/platform/webhooks/inspection/endpoint-states.query.js';
import { ResendDeliveryService } from '../../src/platform/webhooks/inspection/resend-delivery.service.js';
import { WakeDueEndpointsService } from '../../src/platform/webhooks/delivery/wake-due-endpoints.service.js';
import { OK, type ReceiverResponse } from '../support/receiver.js';
import { until } from '../support/until.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

const ERROR: ReceiverResponse = { status: 503, body: 'down' };
const HOUR_MS = 3_600_000;

let world: WebhookWorld;
/** Milliseconds that the system clock is ahead. */
let aheadMs = 0;
beforeAll(async () => {
  world = await startWebhookWorld({ WEBHOOK_CONCURRENCY_PER_ENDPOINT: '1' });
  jest.spyOn(world.get(SystemClock), 'now').mockImplementation(() => new Date(Date.now() + aheadMs));
});
afterAll(() => world.stop());
beforeEach(() => {
  aheadMs = 0;
});

const forward = (hours: number): void => void (aheadMs += hours * HOUR_MS);
const sweep = (): Promise<number> => world.get(WakeDueEndpointsService).run();

async function stateOf({ serviceId }: Endpoint) {
  const states = await world.get(EndpointStatesQuery).listStates();
  return states.find((state) => state.serviceId === serviceId);
}
async function changesOf({ serviceId }: Endpoint) {
  const changes = await world.get(EndpointStatesQuery).changes(1000);
  return changes.filter((change) => change.serviceId === serviceId).map(({ state, failedTries }) => [state, failedTries]);
}

/** Lets the worker make one more attempt and waits until its result is recorded. */
async function attemptOnce(endpoint: Endpoint): Promise<void> {
  await world.sweepUntilRequest(endpoint);
  await waitUntilRecorded(endpoint);
}
const waitUntilRecorded = (endpoint: Endpoint) =>
  until(
    () => endpoint.listDeliveries(),
    (current) => current.every(({ attempts }) => attempts.every(({ outcome }) => outcome !== null)),
  );

/** Makes an endpoint whose attempts all fail: a number of attempts, spread evenly over `hours`. */
async function startFailing(attempts: number, hours: number): Promise<{ endpoint: Endpoint; subjects: string[] }> {
  const stepSeconds = Math.ceil((hours * 3600) / (attempts - 1));
  const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, ...Array.from({ length: 30 }, () => stepSeconds)] });
  endpoint.receiver.setResponses(ERROR);
  const subjects = [await endpoint.append(undefined, '0')];
  await attemptOnce(endpoint);
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    forward((stepSeconds * 1.11) / 3600); // beyond the jitter
    await attemptOnce(endpoint);
  }
  return { endpoint, subjects };
}

describe('an endpoint that only fails', () => {
  it('is not paused before ten attempts, even after 200 hours', async () => {
    const { endpoint } = await startFailing(9, 200);
    await expect(stateOf(endpoint)).resolves.toMatchObject({ state: 'failing', failedTries: 9, pausedAt: null, waiting: 1 });
    await expect(changesOf(endpoint)).resolves.toEqual([]);
  });

  it('is not paused before 72 hours, even after twelve attempts', async () => {
    const { endpoint } = await startFailing(12, 60);
    await expect(stateOf(endpoint)).resolves.toMatchObject({ state: 'failing', failedTries: 12 });
  });

  it('is no longer failing when it acknowledges', async () => {
    const { endpoint, subjects } = await startFailing(3, 100);
    endpoint.receiver.setResponses(OK);
    forward(60);
    await attemptOnce(endpoint);
    await endpoint.waitForStatuses(subjects[0] ?? '', 'acknowledged');
    await expect(stateOf(endpoint)).resolves.toBeUndefined();
    await expect(changesOf(endpoint)).resolves.toEqual([]);
  });

  it('is paused after ten attempts and 72 hours, probed once an hour, and resumed with its backlog in order, with one recorded change each', async () => {
    const { endpoint, subjects } = await startFailing(10, 72);
    await expect(stateOf(endpoint)).resolves.toMatchObject({ state: 'paused', failedTries: 10, waiting: 1 });
    for (const text of ['1', '2', '3', '4', '5']) {
      forward(0.01);
      subjects.push(await endpoint.append(undefined, text));
    }
    forward(0.01);
    await endpoint.append(subjects[1], '6');
    endpoint.receiver.requests.length = 0;

    // No delivery is attempted before the hour is over, even by another worker.
    await expect(sweep()).resolves.toBe(0);
    forward(0.8);
    await expect(sweep()).resolves.toBe(0);
    // Then one delivery is attempted per hour, a different one each time. None of them uses up its retries.
    for (let probe = 1; probe <= 8; probe += 1) {
      forward(1.01);
      await attemptOnce(endpoint);
      await expect(sweep()).resolves.toBe(0);
    }
    expect(endpoint.receiver.bodies().map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5', '0', '1']);
    await expect(stateOf(endpoint)).resolves.toMatchObject({ state: 'paused', failedTries: 18, waiting: 7 });
    expect(new Set((await endpoint.listDeliveries()).map(({ status }) => status))).toEqual(new Set(['pending']));
    await expect(changesOf(endpoint)).resolves.toEqual([['paused', 10]]);

    endpoint.receiver.requests.length = 0;
    endpoint.receiver.setResponses(OK);
    forward(1.01);
    await world.sweepUntilRequest(endpoint);
    for (const subject of subjects) await endpoint.waitForStatuses(subject, 'acknowledged');
    const received = endpoint.receiver.bodies().map(({ text }) => text);
    expect(received).toEqual(['2', '0', '1', '3', '4', '5', '6']); // the probe, then the oldest first
    await expect(stateOf(endpoint)).resolves.toBeUndefined();
    await expect(changesOf(endpoint)).resolves.toEqual([
      ['resumed', 18],
      ['paused', 10],
    ]);
  });

  it('is paused by the last attempt of a delivery, which is then exhausted', async () => {
    const { endpoint, subjects } = await startFailing(9, 72);
    await endpoint.append(subjects[0], 'next');
    await endpoint.change({ retryScheduleSeconds: [0] }); // a delivery that fails now has no retries left
    forward(20);
    await attemptOnce(endpoint);
    await expect(stateOf(endpoint)).resolves.toMatchObject({ state: 'paused', waiting: 1 });
    await expect(endpoint.listDeliveries()).resolves.toMatchObject([{ status: 'exhausted' }, { status: 'pending' }]);
    // A delivery that is pending because of the pause uses up no retry, even if it is probed repeatedly.
    for (let probe = 0; probe < 2; probe += 1) {
      forward(1.01);
      await attemptOnce(endpoint);
    }
    await expect(endpoint.listDeliveries()).resolves.toMatchObject([{ attemptCount: 10 }, { status: 'pending', attemptCount: 2 }]);
    endpoint.receiver.setResponses(OK);
    forward(1.01);
    await world.sweepUntilRequest(endpoint);
    await endpoint.waitForStatuses(subjects[0] ?? '', 'exhausted', 'acknowledged');
  });

  it('exhausts a delivery without retries when it is probed, and continues with the next one', async () => {
    const { endpoint, subjects } = await startFailing(10, 72);
    forward(0.01);
    subjects.push(await endpoint.append());
    await endpoint.change({ retryScheduleSeconds: [0, 0, 0] }); // the first delivery has had ten attempts, so it has no retries left
    for (let probe = 0; probe < 2; probe += 1) {
      forward(1.01);
      await attemptOnce(endpoint);
    }
    await expect(endpoint.listDeliveries()).resolves.toMatchObject([
      { status: 'exhausted', attemptCount: 11 },
      { status: 'pending', attemptCount: 1 },
    ]);
    await expect(stateOf(endpoint)).resolves.toMatchObject({ state: 'paused', failedTries: 12, waiting: 1 });
  });
});

describe('a resumed endpoint', () => {
  it('gets its pending deliveries even if the worker that resumed it dies', async () => {
    const { endpoint, subjects } = await startFailing(9, 72);
    await endpoint.change({ retryScheduleSeconds: [0, ...Array.from({ length: 30 }, () => 86_400)] });
    subjects.push(await endpoint.append());
    await attemptOnce(endpoint); // the delivery gets a retry in a day, and its failure pauses the endpoint
    await expect(stateOf(endpoint)).resolves.toMatchObject({ state: 'paused', waiting: 2 });
    forward(1.01);
    const { deliveries: [probe] = [] } = (await world.get(ClaimDeliveriesService).run(endpoint.serviceId, 1)) ?? {};
    const acknowledged = { outcome: 'acknowledged' as const, httpStatus: 200, excerpt: 'OK', errorCode: null, retryAfterMs: null };
    await world.get(RecordAttemptsService).run(probe!, acknowledged, [0]);
    await expect(changesOf(endpoint)).resolves.toEqual([
      ['resumed', 10],
      ['paused', 10],
    ]);
    endpoint.receiver.setResponses(OK);
    await expect(sweep()).resolves.toBe(1);
    for (const subject of subjects) await endpoint.waitForStatuses(subject, 'acknowledged');
  });
});

/** Makes an endpoint after an outage of some minutes. Its deliveries have failed, and their retries are due in a day. */
async function createAfterOutage(minutes: number): Promise<{ endpoint: Endpoint; subjects: string[] }> {
  const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 86_400, 86_400] });
  endpoint.receiver.setResponses(ERROR);
  const subjects: string[] = [];
  for (const text of ['0', '1', '2']) {
    subjects.push(await endpoint.append(undefined, text));
    await attemptOnce(endpoint);
    forward(minutes / 3 / 60);
  }
  return { endpoint, subjects };
}

/** Times of the next attempts of the endpoint's deliveries, oldest first. */
const nextAttempts = async (endpoint: Endpoint) => (await endpoint.listDeliveries()).flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);

describe('an endpoint that failed too briefly for a pause', () => {
  it('gets all pending deliveries as soon as it acknowledges again, oldest first', async () => {
    const { endpoint, subjects } = await createAfterOutage(10);
    await expect(sweep()).resolves.toBe(0);
    endpoint.receiver.requests.length = 0;
    endpoint.receiver.setResponses(OK);
    await endpoint.append(undefined, 'new');
    await world.sweepUntilRequest(endpoint);
    for (const subject of subjects) await endpoint.waitForStatuses(subject, 'acknowledged');
    expect(endpoint.receiver.bodies().map(({ text }) => text)).toEqual(['new', '0', '1', '2']);
    await expect(changesOf(endpoint)).resolves.toEqual([['recovered', 3]]);
    expect(world.logLinesWith('endpoint recovered')).toHaveLength(1);
  });

  it('keeps the schedule of a delivery that it still does not acknowledge', async () => {
    const { endpoint, subjects } = await createAfterOutage(10);
    const [due] = await nextAttempts(endpoint);
    const acknowledgeAllBut = (...rejected: string[]) =>
      endpoint.receiver.setResponses(({ body }) => (rejected.includes((JSON.parse(body) as { text: string }).text) ? ERROR : OK));
    const deliverNew = async (text: string) => {
      const subject = await endpoint.append(undefined, text);
      await world.sweepUntilRequest(endpoint);
      await endpoint.waitForStatuses(subject, 'acknowledged');
    };
    acknowledgeAllBut('0');
    await deliverNew('new');
    for (const subject of subjects.slice(1)) await endpoint.waitForStatuses(subject, 'acknowledged');
    const unacknowledged = () => endpoint.listDeliveries(subjects[0]);
    await until(unacknowledged, ([first]) => first?.attempts.length === 2 && first.attempts.every(({ outcome }) => outcome !== null));
    expect([await nextAttempts(endpoint), await unacknowledged()]).toMatchObject([[due], [{ status: 'pending', attemptCount: 2 }]]);

    acknowledgeAllBut('0', 'another');
    await endpoint.append(undefined, 'another'); // fails for six minutes
    await attemptOnce(endpoint);
    forward(0.1);
    await deliverNew('newer');
    await until(unacknowledged, ([first]) => first?.attempts.length === 3 && first.attempts.every(({ outcome }) => outcome !== null));
    expect((await nextAttempts(endpoint))[0]).toEqual(due);
    for (const day of [1, 2]) {
      forward(day * 27); // beyond the jitter
      await attemptOnce(endpoint);
    }
    expect(await unacknowledged()).toMatchObject([{ status: 'exhausted', attemptCount: 5 }]);
  });

  it('gets pending deliveries by their schedules when it failed for less than five minutes', async () => {
    const { endpoint } = await createAfterOutage(4);
    endpoint.receiver.setResponses(OK);
    const added = await endpoint.append(undefined, 'new');
    await world.sweepUntilRequest(endpoint);
    await endpoint.waitForStatuses(added, 'acknowledged');
    await expect(sweep()).resolves.toBe(0);
    await expect(changesOf(endpoint)).resolves.toEqual([]);
  });

  it('gets all pending deliveries at its new URL immediately', async () => {
    const { endpoint, subjects } = await createAfterOutage(1);
    endpoint.receiver.setResponses(OK);
    await endpoint.change({ notifyUrl: `${endpoint.receiver.url}/elsewhere` });
    await world.sweepUntilRequest(endpoint);
    for (const subject of subjects) await endpoint.waitForStatuses(subject, 'acknowledged');
    await expect(stateOf(endpoint)).resolves.toBeUndefined();
    await expect(changesOf(endpoint)).resolves.toEqual([['moved', 3]]);
  });
});

describe('an endpoint whose URL changes while an attempt is under way', () => {
  const HOUR = 3600;

  it('gets the delivery at the new URL immediately when the attempt at the old URL fails', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, HOUR, HOUR] });
    endpoint.receiver.setResponses({ ...ERROR, hold: true }, OK);
    const subject = await endpoint.append();
    await world.sweepUntilRequest(endpoint);
    await endpoint.change({ notifyUrl: `${endpoint.receiver.url}/elsewhere` });
    endpoint.receiver.releaseAll();
    await until(
      () => sweep().then(() => endpoint.receiver.requests.length), // the sweep is needed unless the worker continues by itself
      (count) => count === 2,
    );
    await endpoint.waitForStatuses(subject, 'acknowledged');
    expect(endpoint.receiver.requests.map(({ path }) => path)).toEqual(['/notify', '/elsewhere']);
  });

  it('gets a recorded change when a delivery is being claimed at that moment', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, HOUR] });
    await endpoint.append();
    const claiming = world.database.createQueryRunner();
    await claiming.startTransaction();
    await claiming.query("SELECT FROM webhook_claim(ARRAY[$1], ARRAY[1], now(), now() + interval '15 seconds', 1)", [endpoint.serviceId]);
    const changed = endpoint.change({ notifyUrl: `${endpoint.receiver.url}/elsewhere` });
    await until(
      () => world.database.query<unknown[]>("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'"),
      (waiting) => waiting.length === 1,
    );
    await claiming.commitTransaction();
    await claiming.release();
    await changed;
    await expect(changesOf(endpoint)).resolves.toEqual([['moved', null]]);
  });

  it('gets no recorded change when no delivery is pending', async () => {
    const endpoint = await world.addEndpoint();
    await endpoint.change({ notifyUrl: `${endpoint.receiver.url}/elsewhere` });
    await expect(changesOf(endpoint)).resolves.toEqual([]);
  });
});

describe('a paused endpoint', () => {
  it('is probed immediately when staff resend a delivery', async () => {
    const { endpoint, subjects } = await startFailing(10, 72);
    endpoint.receiver.setResponses(OK);
    const [delivery] = await endpoint.listDeliveries();
    await world.get(ResendDeliveryService).run(delivery?.id ?? '');
    await endpoint.waitForStatuses(subjects[0] ?? '', 'acknowledged');
    await expect(stateOf(endpoint)).resolves.toBeUndefined();
  });

  it('is probed immediately when its URL changes, and stays paused when the new URL fails too', async () => {
    const { endpoint } = await startFailing(10, 72);
    await endpoint.change({ notifyUrl: `${endpoint.receiver.url}/elsewhere` });
    await attemptOnce(endpoint);
    expect(endpoint.receiver.requests.at(-1)?.path).toBe('/elsewhere');
    await expect(stateOf(endpoint)).resolves.toMatchObject({ state: 'paused', failedTries: 11 });
    await expect(sweep()).resolves.toBe(0);
    await expect(changesOf(endpoint)).resolves.toEqual([['paused', 10]]);
  });

  it('is probed once by eight concurrent workers', async () => {
    const { endpoint } = await startFailing(10, 72);
    for (let index = 0; index < 5; index += 1) await endpoint.append();
    forward(1.01);
    const claims = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.database.query<unknown[]>(
          "SELECT event_id FROM webhook_claim(ARRAY[$1], ARRAY[5], $2, $2::timestamptz + interval '15 seconds', 8) WHERE event_id IS NOT NULL",
          [endpoint.serviceId, world.get(SystemClock).now()],
        ),
      ),
    );
    expect(claims.flat()).toHaveLength(1);
  });
});
