import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EndpointStatesQuery } from '../../src/platform/webhooks/inspection/endpoint-states.query.js';
import { OK } from '../support/receiver.js';
import { until } from '../support/until.js';
import { withoutTimeLimit } from '../support/time-limit.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

const MAX_CONCURRENT = 8;

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld({ WEBHOOK_CONCURRENCY_PER_ENDPOINT: String(MAX_CONCURRENT) });
});
afterAll(() => world.stop());
beforeEach(() => void withoutTimeLimit());

const changesOf = async ({ serviceId }: Endpoint): Promise<string[]> =>
  (await world.get(EndpointStatesQuery).changes(1000)).filter((change) => change.serviceId === serviceId).map(({ state }) => state);

/** Waits until the receiver holds the maximum number of requests. */
const waitForMaximum = ({ receiver }: Endpoint): Promise<number> =>
  until(
    () => receiver.requestsInProgress,
    (open) => open === MAX_CONCURRENT,
  );

describe('an endpoint with several deliveries under way', () => {
  it('is paused once when all of them fail at the same time, and later resumes with its oldest deliveries', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, ...Array.from({ length: 30 }, () => 3_600)] });
    const { receiver, serviceId } = endpoint;
    const texts = Array.from({ length: 3 * MAX_CONCURRENT }, (_, index) => String(index));
    for (const text of texts) await endpoint.append(undefined, text);

    receiver.setResponses({ status: 503, hold: true });
    await world.sweepUntilRequest(endpoint);
    await waitForMaximum(endpoint);
    // The endpoint has failed for 73 hours and nine attempts: any of the attempts under way would be the tenth.
    await world.database.query(
      `INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at, failed_tries)
       VALUES ($1, now() - interval '73 hours', now() - interval '1 hour', 9)`,
      [serviceId],
    );
    receiver.releaseAll();
    await until(
      () =>
        world.database.query<{ failed_tries: number }[]>('SELECT failed_tries FROM webhook_endpoint WHERE service_id = $1', [serviceId]),
      ([state]) => state?.failed_tries === 9 + MAX_CONCURRENT,
    );
    await expect(changesOf(endpoint)).resolves.toEqual(['paused']);
    expect(receiver.requests).toHaveLength(MAX_CONCURRENT);

    receiver.setResponses(OK, { ...OK, hold: true });
    receiver.requests.length = 0;
    await world.database.query(`UPDATE webhook_endpoint SET next_probe_at = now() - interval '1 second' WHERE service_id = $1`, [
      serviceId,
    ]);
    await world.sweepUntilRequest(endpoint);
    await waitForMaximum(endpoint);
    await expect(changesOf(endpoint)).resolves.toEqual(['resumed', 'paused']);
    const [probe, ...next] = receiver.bodies().map(({ text }) => String(text));
    expect(next.sort()).toEqual(
      texts
        .filter((text) => text !== probe)
        .slice(0, MAX_CONCURRENT)
        .sort(),
    );
    receiver.setResponses(OK);
    receiver.releaseAll();
    await until(
      () => endpoint.listDeliveries(),
      (current) => current.every(({ status }) => status === 'acknowledged'),
    );
    await expect(changesOf(endpoint)).resolves.toEqual(['resumed', 'paused']);
    expect(world.logLinesWith('endpoint paused').map((line) => line['serviceId'])).toEqual([serviceId]);
    expect(world.logLinesWith('endpoint resumed').map((line) => line['serviceId'])).toEqual([serviceId]);
  });
});
