import { createHash, createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../../src/common/time/clocks.js';
import { ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import { ClaimDeliveriesService } from '../../src/platform/webhooks/delivery/claims/claim-deliveries.service.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { SendTestNotificationService } from '../../src/platform/webhooks/outbox/send-test-notification.service.js';
import { ResendDeliveryService } from '../../src/platform/webhooks/inspection/resend-delivery.service.js';
import { OK, type ReceiverResponse } from '../support/receiver.js';
import { until } from '../support/until.js';
import { withoutTimeLimit } from '../support/time-limit.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

let world: WebhookWorld;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => world.stop());

/** The URL of a port on which no program listens. */
const CLOSED_PORT_URL = 'http://127.0.0.1:1/notify';
const ERROR: ReceiverResponse = { status: 500, body: 'later' };

/** Stores an event and wakes the worker. @returns the subject's id. */
async function send(endpoint: Endpoint, subjectId?: string): Promise<string> {
  const subject = await endpoint.append(subjectId);
  world.get(Outbox).wake(endpoint.serviceId);
  return subject;
}

describe('the request that a partner receives', () => {
  it('has the stored body with its signature, and headers that sign the raw body', async () => {
    const endpoint = await world.addEndpoint();
    const subject = await send(endpoint);
    const [delivery] = await endpoint.waitForStatuses(subject, 'acknowledged');
    const [request] = endpoint.receiver.requests;
    const { bodyKey, webhookSecrets } = await world.get(ServiceKeys).signingKeys(endpoint.serviceId);

    const signature = createHash('sha256').update(`${subject}|first|${bodyKey}`).digest('hex');
    expect(request?.body).toBe(`{"id":"${subject}","text":"first","signature":"${signature}"}`);
    expect(request).toMatchObject({ method: 'POST', path: '/notify' });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'PaymentGateway-IPN/2.0',
      'webhook-id': delivery?.id,
    });
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = request?.headers ?? {};
    const expected = createHmac('sha256', webhookSecrets[0] ?? '')
      .update(`${String(id)}.${String(timestamp)}.${request?.body}`)
      .digest('base64');
    expect(signatures).toBe(`v1,${expected}`);
    expect(Number(timestamp)).toBe(Math.floor((delivery?.attempts[0]?.startedAt.getTime() ?? 0) / 1000));
  });

  it('is signed with the old key in the body and with both keys in the header while keys overlap', async () => {
    const endpoint = await world.addEndpoint();
    const keys = world.get(ServiceKeys);
    const before = await keys.signingKeys(endpoint.serviceId);
    await keys.rotate(endpoint.serviceId, 'ipn', 3600);
    await keys.rotate(endpoint.serviceId, 'webhook', 3600);
    const { webhookSecrets } = await keys.signingKeys(endpoint.serviceId);
    const subject = await send(endpoint);
    await endpoint.waitForStatuses(subject, 'acknowledged');

    const [request] = endpoint.receiver.requests;
    const signature = createHash('sha256').update(`${subject}|first|${before.bodyKey}`).digest('hex');
    expect(request?.body).toContain(`"signature":"${signature}"}`);
    const signedContent = `${String(request?.headers['webhook-id'])}.${String(request?.headers['webhook-timestamp'])}.${request?.body}`;
    const signatures = webhookSecrets.map((secret) => `v1,${createHmac('sha256', secret).update(signedContent).digest('base64')}`);
    expect(signatures).toHaveLength(2);
    expect(request?.headers['webhook-signature']).toBe(signatures.join(' '));
  });
});

describe('a test notification', () => {
  it('has its own nonce and waits for no other notification', async () => {
    withoutTimeLimit();
    const endpoint = await world.addEndpoint();
    await endpoint.waitForStatuses(await send(endpoint), 'acknowledged');
    endpoint.receiver.setResponses({ ...OK, hold: true }, OK);
    const other = await send(endpoint);
    await until(
      () => endpoint.receiver.requestsInProgress,
      (open) => open === 1,
    );
    const testNotifications = world.get(SendTestNotificationService);
    const testSubjects = [await testNotifications.run(endpoint.serviceId), await testNotifications.run(endpoint.serviceId)];

    const { bodyKey } = await world.get(ServiceKeys).signingKeys(endpoint.serviceId);
    for (const { subjectId, nonce } of testSubjects) {
      const [delivery] = await endpoint.waitForStatuses(subjectId, 'acknowledged');
      expect(delivery).toMatchObject({ type: 'ipn:test', attemptCount: 1 });
      const { body = '' } = endpoint.receiver.requests.find(({ body }) => body.includes(nonce)) ?? {};
      const { notification_id, date } = JSON.parse(body) as { notification_id: string; date: string };
      const signature = createHash('sha256')
        .update(`ipn:test|${notification_id}|${date}|${endpoint.serviceId}|${nonce}|${bodyKey}`)
        .digest('hex');
      const data = `{"service_id":"${endpoint.serviceId}","nonce":"${nonce}"}`;
      expect(body).toBe(
        `{"type":"ipn:test","notification_id":"${notification_id}","date":"${date}","data":${data},"signature":"${signature}"}`,
      );
      expect(nonce).toMatch(/^[0-9a-f]{16}$/);
      expect(Date.parse(date)).toBe(Math.floor((delivery?.occurredAt.getTime() ?? 0) / 1000) * 1000);
    }
    expect(new Set(testSubjects.map(({ nonce }) => nonce)).size).toBe(2);
    endpoint.receiver.releaseAll();
    await endpoint.waitForStatuses(other, 'acknowledged');
  });
});

describe('a delivery attempt', () => {
  it.each<[string, ReceiverResponse, object]>([
    ['an error', ERROR, { httpStatus: 500, outcome: 'not_acknowledged', responseExcerpt: 'later' }],
    ['another success status', { status: 201, body: 'OK' }, { httpStatus: 201, outcome: 'not_acknowledged' }],
    ['no content', { status: 204 }, { httpStatus: 204, outcome: 'not_acknowledged' }],
    ['another text', { status: 200, body: 'OKAY' }, { httpStatus: 200, outcome: 'not_acknowledged', responseExcerpt: 'OKAY' }],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' }, body: 'OK' }, { httpStatus: 302, outcome: 'not_acknowledged' }],
    ['a broken connection', { reset: true }, { httpStatus: null, outcome: 'failed', errorCode: 'CONNECTION_CLOSED' }],
    [
      'a response that is too long',
      { status: 200, body: ' '.repeat(20_000) + 'OK' },
      { httpStatus: 200, outcome: 'not_acknowledged', responseExcerpt: ' '.repeat(16_384) },
    ],
  ])('that ends in %s is repeated until it is acknowledged', async (_, response, attempt) => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 0] });
    endpoint.receiver.setResponses(response, { status: 200, body: ' OK\r\n' });
    const subject = await send(endpoint);
    const [delivery] = await endpoint.waitForStatuses(subject, 'acknowledged');
    expect(delivery?.attempts).toMatchObject([
      { number: 1, ...attempt },
      { number: 2, outcome: 'acknowledged', httpStatus: 200 },
    ]);
    expect(endpoint.receiver.requests.map(({ path, body, headers }) => [path, body, headers['webhook-id']])).toEqual(
      Array.from({ length: 2 }, () => ['/notify', endpoint.receiver.requests[0]?.body, delivery?.id]),
    );
  });

  it('is repeated after the scheduled delay with jitter', async () => {
    jest.spyOn(world.get(SystemClock), 'now').mockReturnValue(new Date()); // a stopped clock: the second attempt does not become due
    const endpoint = await world.addEndpoint();
    endpoint.receiver.setResponses(ERROR);
    const subject = await send(endpoint);
    const [delivery] = await until(
      () => endpoint.listDeliveries(subject),
      ([current]) => current?.attempts[0]?.outcome === 'not_acknowledged',
    );
    const delayMs = (delivery?.nextAttemptAt?.getTime() ?? 0) - (delivery?.attempts[0]?.finishedAt?.getTime() ?? 0);
    expect(delayMs).toBeGreaterThanOrEqual(4_500);
    expect(delayMs).toBeLessThanOrEqual(5_500);
  });

  it('is repeated later when the partner sends Retry-After, up to twice the scheduled delay', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 100] });
    endpoint.receiver.setResponses({ status: 503, headers: { 'retry-after': '86400' } });
    const subject = await send(endpoint);
    const [delivery] = await until(
      () => endpoint.listDeliveries(subject),
      ([current]) => current?.attempts[0]?.outcome === 'not_acknowledged',
    );
    expect((delivery?.nextAttemptAt?.getTime() ?? 0) - (delivery?.attempts[0]?.finishedAt?.getTime() ?? 0)).toBe(200_000);
  });

  it('is made later when the schedule begins with a delay', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [100, 5] });
    const subject = await send(endpoint);
    const [delivery] = await until(
      () => endpoint.listDeliveries(subject),
      ([current]) => current?.nextAttemptAt?.getTime() === (current?.createdAt.getTime() ?? 0) + 100_000,
    );
    expect(delivery).toMatchObject({ status: 'pending', attemptCount: 0 });
  });

  it('is not made for any of 1,100 deliveries before the first delay of the schedule is over', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [3600, 5] });
    await endpoint.appendMany(1_100);
    const claim = () => world.get(ClaimDeliveriesService).run(endpoint.serviceId, 8);
    for (const rest of ['more', 'more', 'drained']) await expect(claim()).resolves.toMatchObject({ deliveries: [], rest });
    const [row] = await world.database.query(
      `SELECT count(*)::integer AS waiting FROM webhook_delivery WHERE service_id = $1 AND next_attempt_at = created_at + interval '1 hour'`,
      [endpoint.serviceId],
    );
    expect(row).toEqual({ waiting: 1_100 });
  });

  it('with the response 410 is the last', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 0, 0] });
    endpoint.receiver.setResponses({ status: 410, body: 'OK' });
    const [delivery] = await endpoint.waitForStatuses(await send(endpoint), 'stopped');
    expect(delivery).toMatchObject({ attemptCount: 1, nextAttemptAt: null, attempts: [{ outcome: 'gone', httpStatus: 410 }] });
  });

  it('to a forbidden address fails with TARGET_FORBIDDEN', async () => {
    const endpoint = await world.addEndpoint({ notifyUrl: 'http://[::1]:9/', retryScheduleSeconds: [0] });
    const [delivery] = await endpoint.waitForStatuses(await send(endpoint), 'exhausted');
    expect(delivery?.attempts).toMatchObject([{ outcome: 'failed', errorCode: 'TARGET_FORBIDDEN', httpStatus: null }]);
  });

  it('to a closed port fails with ECONNREFUSED', async () => {
    const endpoint = await world.addEndpoint({ notifyUrl: CLOSED_PORT_URL, retryScheduleSeconds: [0] });
    const [delivery] = await endpoint.waitForStatuses(await send(endpoint), 'exhausted');
    expect(delivery?.attempts).toMatchObject([{ outcome: 'failed', errorCode: 'ECONNREFUSED' }]);
  });
});

describe('an exhausted delivery', () => {
  it('is not sent until staff resend it, then with a new schedule and the same id', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 0, 0] });
    endpoint.receiver.setResponses(ERROR, ERROR, ERROR, ERROR, OK);
    const subject = await send(endpoint);
    const [exhausted] = await endpoint.waitForStatuses(subject, 'exhausted');
    expect(exhausted).toMatchObject({ attemptCount: 3, nextAttemptAt: null });

    await expect(world.get(ResendDeliveryService).run(exhausted?.id ?? '')).resolves.toBe('sending');
    const [delivered] = await endpoint.waitForStatuses(subject, 'acknowledged');
    expect(delivered?.attempts.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'not_acknowledged'],
      [2, 'not_acknowledged'],
      [3, 'not_acknowledged'],
      [4, 'not_acknowledged'],
      [5, 'acknowledged'],
    ]);
    expect(new Set(endpoint.receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([exhausted?.id]));
  });

  it('makes the next event of its subject due', async () => {
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0] });
    endpoint.receiver.setResponses(ERROR, OK);
    const subject = await endpoint.append();
    await endpoint.append(subject, 'second');
    world.get(Outbox).wake(endpoint.serviceId);
    await endpoint.waitForStatuses(subject, 'exhausted', 'acknowledged');
  });
});

describe('the notify status of a subject', () => {
  const notify = (subject: string) => world.readNotifyStatus(subject);

  it('is correct before, during and after each attempt', async () => {
    withoutTimeLimit();
    const endpoint = await world.addEndpoint({ retryScheduleSeconds: [0, 0] });
    endpoint.receiver.setResponses({ ...ERROR, hold: true }, { ...OK, hold: true });
    await expect(notify('unknown')).resolves.toEqual({ isSend: false, lastSendAt: null, count: 0 });
    const subject = await endpoint.append();
    await expect(notify(subject)).resolves.toEqual({ isSend: false, lastSendAt: null, count: 0 });

    world.get(Outbox).wake(endpoint.serviceId);
    await until(
      () => endpoint.receiver.requests,
      ({ length }) => length === 1,
    );
    const first = await notify(subject);
    expect(first).toEqual({ isSend: false, lastSendAt: expect.any(Date), count: 1 });
    endpoint.receiver.requests[0]?.release();

    await until(
      () => endpoint.receiver.requests,
      ({ length }) => length === 2,
    );
    const second = await notify(subject);
    expect(second).toMatchObject({ isSend: false, count: 2 });
    expect(second.lastSendAt?.getTime()).toBeGreaterThan(first.lastSendAt?.getTime() ?? Infinity);
    endpoint.receiver.requests[1]?.release();

    await endpoint.waitForStatuses(subject, 'acknowledged');
    await expect(notify(subject)).resolves.toEqual({ ...second, isSend: true });
  });

  it('describes the latest event: is_send is false for a new event, and a resent older event does not change it', async () => {
    withoutTimeLimit();
    const endpoint = await world.addEndpoint();
    const subject = await send(endpoint);
    const [first] = await endpoint.waitForStatuses(subject, 'acknowledged');
    endpoint.receiver.setResponses({ ...OK, hold: true });
    await endpoint.append(subject, 'second');
    await expect(notify(subject)).resolves.toMatchObject({ isSend: false, count: 1 });
    await world.get(ResendDeliveryService).run(first?.id ?? '');
    await until(
      () => endpoint.receiver.requests,
      ({ length }) => length === 2,
    );
    endpoint.receiver.setResponses(OK).releaseAll();
    await until(
      () => notify(subject),
      ({ count }) => count === 3,
    );
    await endpoint.waitForStatuses(subject, 'acknowledged', 'acknowledged');
    expect(endpoint.receiver.bodies().map(({ text }) => text)).toEqual(['first', 'first', 'second']);
    await expect(notify(subject)).resolves.toMatchObject({ isSend: true, count: 3 });
  });
});

describe('a delivery that does not exist', () => {
  it('cannot be resent', async () => {
    await expect(world.get(ResendDeliveryService).run('00000000-0000-7000-8000-000000000000')).resolves.toBeNull();
  });
});
