import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SkipWithoutUrlService } from '../../src/platform/webhooks/delivery/skip-without-url.service.js';
import { ResendDeliveryService } from '../../src/platform/webhooks/inspection/resend-delivery.service.js';
import { NotifyStatusQuery } from '../../src/platform/webhooks/outbox/notify-status.query.js';
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

/** Drops what is due there. @param most after so many batches the process ends. @returns how many there were. */
async function drop({ serviceId }: Endpoint, most: number): Promise<number> {
  const end = new AbortController();
  const transaction = world.database.transaction.bind(world.database) as (work: unknown) => Promise<unknown>;
  const batches = jest.spyOn(world.database, 'transaction').mockImplementation((work: unknown) => {
    if (batches.mock.calls.length === most) end.abort();
    return transaction(work);
  });
  await world.get(SkipWithoutUrlService).run(serviceId, end.signal);
  const { length } = batches.mock.calls;
  batches.mockRestore();
  return length;
}
const pendingOf = async (endpoint: Endpoint): Promise<number> =>
  (await endpoint.deliveries()).filter(({ status }) => status === 'pending').length;

describe('a service without an address', () => {
  it('is left alone when everything is dropped, and between two batches when the process ends', async () => {
    const endpoint = await world.endpoint({ notifyUrl: null });
    await endpoint.fill(250);
    expect(await drop(endpoint, 1)).toBe(1);
    expect(await pendingOf(endpoint)).toBe(50);
    expect(await drop(endpoint, 5)).toBe(2);
    expect(await pendingOf(endpoint)).toBe(0);
  });

  it('is sent nothing and counts nothing; later its events can be resent by hand', async () => {
    const endpoint = await world.endpoint({ notifyUrl: null });
    const subject = await endpoint.append();
    await endpoint.append(subject, 'second');
    world.get(Outbox).wake(endpoint.serviceId);
    const deliveries = await endpoint.settled(subject, 'unaddressed', 'unaddressed');
    expect(deliveries.map(({ attemptCount, attempts }) => [attemptCount, attempts])).toEqual([
      [0, []],
      [0, []],
    ]);
    await expect(world.get(NotifyStatusQuery).of(subject)).resolves.toEqual({ isSend: false, lastSendAt: null, count: 0 });

    await endpoint.change({ notifyUrl: `${endpoint.receiver.url}/notify` });
    const resend = world.get(ResendDeliveryService);
    for (const { id } of deliveries) await resend.run(id);
    await endpoint.settled(subject, 'acknowledged', 'acknowledged');
    expect(endpoint.receiver.bodies().map(({ text }) => text)).toEqual(['first', 'second']);
    await expect(world.get(NotifyStatusQuery).of(subject)).resolves.toMatchObject({ isSend: true, count: 2 });
  });

  it('and with a backlog, that is given one while the backlog is dropped: what happens from then on is delivered', async () => {
    const endpoint = await world.endpoint({ notifyUrl: null });
    const backlog = 450; // three batches
    await endpoint.fill(backlog);
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
        return endpoint.deliveries(subject);
      },
      ([found]) => found?.status !== 'pending',
    );
    await endpoint.settled(subject, 'acknowledged');
    expect(endpoint.receiver.bodies()).toContainEqual(expect.objectContaining({ text: 'later' }));
  });

  it('whose address is given in the middle of a batch: who gives it waits for the batch', async () => {
    const endpoint = await world.endpoint({ notifyUrl: null });
    const subject = await endpoint.append();
    const holder = world.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM webhook_delivery WHERE subject_id = $1 FOR UPDATE', [subject]);
    const dropping = world.get(SkipWithoutUrlService).run(endpoint.serviceId, new AbortController().signal);
    const waiting = (statement: string): Promise<unknown> =>
      until(
        () =>
          world.database.query<unknown[]>(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
            [statement],
          ),
        ({ length }) => length === 1,
      );
    await waiting('%unaddressed%');
    const changed = endpoint.change({ notifyUrl: `${endpoint.receiver.url}/notify` });
    await waiting('%service%');
    await holder.commitTransaction();
    await holder.release();
    await Promise.all([dropping, changed]);
    await expect(endpoint.deliveries(subject)).resolves.toMatchObject([{ status: 'unaddressed' }]);
  });

  it('leaves its FIFO groups as if nothing waited there: the next event has its turn at once', async () => {
    const endpoint = await world.endpoint({ notifyUrl: null });
    const subject = await endpoint.append();
    for (const text of ['second', 'third']) await endpoint.append(subject, text);
    wake(endpoint);
    await endpoint.settled(subject, 'unaddressed');
    await endpoint.change({ notifyUrl: `${endpoint.receiver.url}/notify` });
    await endpoint.append(subject, 'fourth');
    wake(endpoint);
    await endpoint.settled(subject, 'unaddressed', 'unaddressed', 'unaddressed', 'acknowledged');
    const [lane] = await world.database.query('SELECT unfinished_count FROM webhook_subject WHERE subject_id = $1', [subject]);
    expect(lane).toEqual({ unfinished_count: 0 });
  });
});
