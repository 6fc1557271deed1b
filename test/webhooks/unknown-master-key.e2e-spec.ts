import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { SystemClock } from '../../src/common/time/clocks.js';
import { DatabaseClock } from '../../src/runtime/clock/database-clock.js';
import { ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import { EndpointSlots } from '../../src/platform/outbound/dispatch/endpoint-slots.js';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import { DeliverEndpointService } from '../../src/platform/webhooks/delivery/deliver-endpoint.service.js';
import { SkipWithoutUrlService } from '../../src/platform/webhooks/delivery/skip-without-url.service.js';
import { MakeAttemptService } from '../../src/platform/webhooks/delivery/make-attempt.service.js';
import { OK } from '../support/receiver.js';
import { until } from '../support/until.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

/** The version of the master key in the ENCRYPTION_KEYS of this test, and a version that is missing there. */
const [KEY_VERSION, UNKNOWN_KEY_VERSION] = [0, 99];

let world: WebhookWorld;
/** Workers in this process, in place of worker processes, and the errors that they logged. */
let workers: DeliverEndpointService[] = [];
let errors: string[] = [];
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(workers.map((worker) => worker.stop()));
  [workers, errors] = [[], []];
});
afterAll(() => world.stop());

function startWorker(): DeliverEndpointService {
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const [slots, attempt, claims, skipWithoutUrl, keys, clock] = [
    world.get(EndpointSlots),
    world.get(MakeAttemptService),
    world.get(ClaimDeliveriesService),
    world.get(SkipWithoutUrlService),
    world.get(ServiceKeys),
    world.get(DatabaseClock),
  ] as const;
  const worker = new DeliverEndpointService(slots, attempt, claims, skipWithoutUrl, keys, clock, log);
  workers.push(worker);
  return worker;
}

/**
 * Changes the version of the master key in the rows of the service's signing keys. With an unknown version every worker acts like one whose
 * ENCRYPTION_KEYS lack the master key.
 */
const setVersion = ({ serviceId }: Endpoint, version: number): Promise<unknown> =>
  world.database.query('UPDATE service_key SET encryption_key_version = $2 WHERE service_id = $1', [serviceId, version]);

/** Wakes a worker while the stored version is unknown, and waits until it has logged an error and released the deliveries. */
async function tryWithoutKey({ serviceId }: Endpoint): Promise<void> {
  const before = errors.length;
  startWorker().wake(serviceId);
  await until(
    () => errors.length,
    (count) => count > before,
  );
  await until(
    () =>
      world.database.query<{ leased: number }[]>(
        'SELECT count(*)::integer AS leased FROM webhook_delivery WHERE service_id = $1 AND lease_until IS NOT NULL',
        [serviceId],
      ),
    ([row]) => row?.leased === 0,
  );
}

describe('notifications whose key is encrypted with an unknown master key', () => {
  it('are neither sent nor counted and use no retry, and are delivered once the master key is known', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0] });
    const subjects = [await endpoint.append(), await endpoint.append()];
    await setVersion(endpoint, UNKNOWN_KEY_VERSION);
    for (let round = 0; round < 3; round += 1) await tryWithoutKey(endpoint);
    expect(errors.join('')).toMatch(/version 99, which is missing in ENCRYPTION_KEYS/);
    expect(endpoint.receiver.requests).toEqual([]);
    for (const subject of subjects) {
      await expect(world.readNotifyStatus(subject)).resolves.toEqual({ isSend: false, lastSendAt: null, count: 0 });
      await expect(endpoint.listDeliveries(subject)).resolves.toMatchObject([{ status: 'pending', attemptCount: 0, attempts: [] }]);
    }

    await setVersion(endpoint, KEY_VERSION);
    startWorker().wake(endpoint.serviceId);
    for (const subject of subjects) {
      const [delivery] = await endpoint.waitForStatuses(subject, 'acknowledged');
      expect(delivery?.attempts).toMatchObject([{ number: 1, outcome: 'acknowledged' }]);
    }
  });

  it('keep the number of attempts, the time of the latest attempt, and the position in the schedule', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 60, 3600] });
    const attemptedAt = new Date();
    let now = attemptedAt;
    jest.spyOn(world.get(SystemClock), 'now').mockImplementation(() => now);
    endpoint.receiver.setResponses({ status: 500 }, OK);
    const subject = await endpoint.append();
    startWorker().wake(endpoint.serviceId);
    await until(
      () => endpoint.listDeliveries(subject),
      ([current]) => current?.attempts[0]?.outcome === 'not_acknowledged',
    );
    now = new Date(attemptedAt.getTime() + 600_000);
    await setVersion(endpoint, UNKNOWN_KEY_VERSION);
    await tryWithoutKey(endpoint);
    await expect(world.readNotifyStatus(subject)).resolves.toEqual({
      isSend: false,
      lastSendAt: attemptedAt,
      count: 1,
    });
    await setVersion(endpoint, KEY_VERSION);
    await expect(world.get(ClaimDeliveriesService).run(endpoint.serviceId, 1)).resolves.toMatchObject({
      deliveries: [{ attemptNumber: 2, roundAttempts: 2 }],
    });
  });

  it('leave the hourly probe of a paused endpoint to a worker that has the key', async () => {
    const endpoint = await world.addEndpoint();
    const subject = await endpoint.append();
    await world.database.query(
      `INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at, failed_tries, paused_at, next_probe_at)
       VALUES ($1, now() - interval '4 days', now(), 10, now() - interval '1 hour', now() - interval '1 second')`,
      [endpoint.serviceId],
    );
    await setVersion(endpoint, UNKNOWN_KEY_VERSION);
    await tryWithoutKey(endpoint);
    await setVersion(endpoint, KEY_VERSION);
    startWorker().wake(endpoint.serviceId);
    await endpoint.waitForStatuses(subject, 'acknowledged');
  });
});
