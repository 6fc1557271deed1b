import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SkipWithoutUrlService } from '../../src/platform/webhooks/delivery/skip-without-url.service.js';
import { ResendDeliveryService } from '../../src/platform/webhooks/inspection/resend-delivery.service.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { WakeDueEndpointsService } from '../../src/platform/webhooks/delivery/wake-due-endpoints.service.js';
import { until } from '../support/until.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => world.stop());

const wake = ({ serviceId }: Endpoint): void => world.get(Outbox).wake(serviceId);

/** Skips the due deliveries of an endpoint. @param maxBatches aborts after this number of batches. @returns the number of batches. */
async function skipDue({ serviceId }: Endpoint, maxBatches: number): Promise<number> {
  const abort = new AbortController();
  const transaction = world.database.transaction.bind(world.database) as (work: unknown) => Promise<unknown>;
  const batches = jest.spyOn(world.database, 'transaction').mockImplementation((work: unknown) => {
    if (batches.mock.calls.length === maxBatches) abort.abort();
    return transaction(work);
  });
  await world.get(SkipWithoutUrlService).run(serviceId, abort.signal);
  const { length } = batches.mock.calls;
  batches.mockRestore();
  return length;
}
const pendingOf = async (endpoint: Endpoint): Promise<number> =>
  (await endpoint.listDeliveries()).filter(({ status }) => status === 'pending').length;

describe('a service without a URL', () => {
  it('has its deliveries skipped in batches until none is pending or the process ends', async () => {
    const endpoint = await world.addEndpoint({ notifyUrl: null });
    await endpoint.appendMany(250);
    expect(await skipDue(endpoint, 1)).toBe(1);
    expect(await pendingOf(endpoint)).toBe(50);
    expect(await skipDue(endpoint, 5)).toBe(2);
    expect(await pendingOf(endpoint)).toBe(0);
  });

  it('gets no request and no attempt is counted, and staff can resend its events later', async () => {
    const endpoint = await world.addEndpoint({ notifyUrl: null });
    const subject = await endpoint.append();
    await endpoint.append(subject, 'second');
    world.get(Outbox).wake(endpoint.serviceId);
    const deliveries = await endpoint.waitForStatuses(subject, 'unaddressed', 'unaddressed');
    expect(deliveries.map(({ attemptCount, attempts }) => [attemptCount, attempts])).toEqual([
      [0, []],
      [0, []],
    ]);
    await expect(world.readNotifyStatus(subject)).resolves.toEqual({ isSend: false, lastSendAt: null, count: 0 });

    await endpoint.change({ notifyUrl: `${endpoint.receiver.url}/notify` });
    const resend = world.get(ResendDeliveryService);
    for (const { id } of deliveries) await resend.run(id);
    await endpoint.waitForStatuses(subject, 'acknowledged', 'acknowledged');
    expect(endpoint.receiver.bodies().map(({ text }) => text)).toEqual(['first', 'second']);
    await expect(world.readNotifyStatus(subject)).resolves.toMatchObject({ isSend: true, count: 2 });
  });

  it('that gets a URL while its backlog is skipped receives later events', async () => {
    const endpoint = await world.addEndpoint({ notifyUrl: null });
    const backlog = 450; // three batches
    await endpoint.appendMany(backlog);
    const transaction = world.database.transaction.bind(world.database) as (work: unknown) => Promise<unknown>;
    let subject = '';
    jest.spyOn(world.database, 'transaction').mockImplementationOnce(async (work: unknown) => {
      const batch = await transaction(work);
      await endpoint.change({ notifyUrl: `${endpoint.receiver.url}/notify` });
      subject = await endpoint.append(undefined, 'later');
      return batch;
    });
    wake(endpoint);
    await until(
      () => subject,
      (appended) => appended !== '',
    );
    await until(
      async () => {
        await world.get(WakeDueEndpointsService).run();
        return endpoint.listDeliveries(subject);
      },
      ([current]) => current?.status !== 'pending',
    );
    await endpoint.waitForStatuses(subject, 'acknowledged');
    expect(endpoint.receiver.bodies()).toContainEqual(expect.objectContaining({ text: 'later' }));
  });

  it('that gets a URL during a batch waits for the end of the batch', async () => {
    const endpoint = await world.addEndpoint({ notifyUrl: null });
    const subject = await endpoint.append();
    const holder = world.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM webhook_delivery WHERE subject_id = $1 FOR UPDATE', [subject]);
    const skipping = world.get(SkipWithoutUrlService).run(endpoint.serviceId, new AbortController().signal);
    const waitUntilBlocked = (statement: string): Promise<unknown> =>
      until(
        () =>
          world.database.query<unknown[]>(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
            [statement],
          ),
        ({ length }) => length === 1,
      );
    await waitUntilBlocked('%unaddressed%');
    const changed = endpoint.change({ notifyUrl: `${endpoint.receiver.url}/notify` });
    await waitUntilBlocked('%service%');
    await holder.commitTransaction();
    await holder.release();
    await Promise.all([skipping, changed]);
    await expect(endpoint.listDeliveries(subject)).resolves.toMatchObject([{ status: 'unaddressed' }]);
  });

  it('leaves empty FIFO groups, so that the next event is sent immediately', async () => {
    const endpoint = await world.addEndpoint({ notifyUrl: null });
    const subject = await endpoint.append();
    for (const text of ['second', 'third']) await endpoint.append(subject, text);
    wake(endpoint);
    await endpoint.waitForStatuses(subject, 'unaddressed');
    await endpoint.change({ notifyUrl: `${endpoint.receiver.url}/notify` });
    await endpoint.append(subject, 'fourth');
    wake(endpoint);
    await endpoint.waitForStatuses(subject, 'unaddressed', 'unaddressed', 'unaddressed', 'acknowledged');
    const [group] = await world.database.query('SELECT unfinished_count FROM webhook_subject WHERE subject_id = $1', [subject]);
    expect(group).toEqual({ unfinished_count: 0 });
  });
});
