import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import { payerOf } from '../support/payer.js';
import { OK } from '../support/receiver.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { Collector, type ExportedSpan } from './support/collector.js';
import { type Caller, makeDeliveriesDue, newCaller, resendAsStaff } from './support/traced-world.js';

const PHONE = '500111700';
const PAYED = 'transaction_db_payed';
const SECRETS = { notifyKey: 'k3y-of-the-partner', control: 'control-of-the-partner', collectorKey: 'k3y-of-the-collector' };

let world: FaultWorld;
let collector: Collector;
let api: GatewayProcess;
let worker: GatewayProcess;
let shop: Shop;
const caller: Caller = newCaller();
let transactionId: string;

const inTrace = (span: ExportedSpan): boolean => span.traceId === caller.traceId;
const spanOf = (matches: (span: ExportedSpan) => boolean): Promise<ExportedSpan> =>
  collector.spanWhere((span) => inTrace(span) && matches(span));
const spanNamed = (name: string): Promise<ExportedSpan> => spanOf((span) => span.name === name);
const childOf = (parent: ExportedSpan, name: string): Promise<ExportedSpan> =>
  spanOf((span) => span.parentSpanId === parent.spanId && span.name === name);
const waitForRequests = (count: number): Promise<unknown> =>
  until(
    () => shop.receiver.requests.length,
    (length) => length >= count,
  );

// One payment: created through the API within the caller's trace and paid on the gateway's pages. The partner rejects its first notification once.
beforeAll(async () => {
  world = await startFaultWorld();
  collector = await Collector.start();
  const tracedSettings = {
    ...collector.settings,
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${SECRETS.collectorKey}`,
  };
  [api, worker] = await Promise.all([world.gateway('api', tracedSettings), world.gateway('worker', tracedSettings)]);
  shop = await world.shop(api);
  await world.sql(
    // A rejected notification is retried when the test makes it due, and not before.
    `UPDATE service SET notify_url = notify_url || '?key=${SECRETS.notifyKey}', retry_schedule_seconds = '{0, 3600}' WHERE id = $1`,
    [shop.serviceId],
  );
  shop.receiver.setResponses({ status: 500, body: 'not today' }, OK);
  const created = await shop.post('/transactions', { amount: 13.62, control: SECRETS.control }, { headers: caller.headers });
  transactionId = created.body.data.transactionId as string;
  await payerOf(api, transactionId).pay(PHONE);
  await waitForRequests(1);
  await until(
    () => world.sql<{ count: number }>('SELECT count(*)::integer FROM webhook_attempt WHERE finished_at IS NOT NULL'),
    ([row]) => row?.count === 1,
  );
  await makeDeliveriesDue(world);
  await waitForRequests(3);
});
afterAll(async () => {
  await world.stop();
  await collector.close();
});

describe('the trace of a payment', () => {
  it('begins with the API request, as a part of the caller’s trace', async () => {
    const server = await spanNamed('POST /directbilling/:serviceId/transactions');
    expect(server).toMatchObject({
      kind: 'server',
      parentSpanId: caller.spanId,
      failed: false,
      resource: { 'service.name': 'payment-gateway', 'gateway.role': 'api' },
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/directbilling/:serviceId/transactions',
        'url.path': `/directbilling/${shop.serviceId}/transactions`,
        'http.response.status_code': 200,
      },
    });
    await expect(childOf(server, 'direct_billing_transaction_insert')).resolves.toMatchObject({
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': 'direct_billing_transaction_insert' },
    });
  });

  it('contains SQL statements that several requests share', async () => {
    const callers = times(5, () => newCaller());
    await Promise.all(
      callers.map(({ headers, spanId }) =>
        shop.post('/transactions', { amount: 5 }, { headers: { ...headers, 'Idempotency-Key': spanId } }),
      ),
    );
    for (const { traceId, spanId } of callers) {
      const server = await collector.spanWhere((span) => span.traceId === traceId && span.parentSpanId === spanId);
      await collector.spanWhere(
        (span) => span.traceId === traceId && span.parentSpanId === server.spanId && span.name === 'direct_billing_transaction_insert',
      );
    }
  });

  it('contains the change that the operator’s callback causes, its notification, and the delivery attempt of the worker process', async () => {
    const server = await spanNamed('POST /directbilling/:serviceId/transactions');
    const move = await childOf(server, `move to ${PAYED}`);
    const producer = await childOf(move, 'send notifications');
    await expect(childOf(producer, 'change_consequences')).resolves.toMatchObject({ kind: 'client' });
    const attempt = await childOf(producer, 'process notifications');
    const request = await childOf(attempt, 'POST');
    const eventId = producer.attributes['messaging.message.id'];
    expect(producer).toMatchObject({ kind: 'producer', resource: { 'gateway.role': 'api' } });
    expect(attempt).toMatchObject({
      kind: 'consumer',
      failed: false,
      resource: { 'gateway.role': 'worker' },
      attributes: { 'messaging.message.id': eventId, 'gateway.notification.attempt': 1, 'gateway.notification.outcome': 'acknowledged' },
    });
    expect(request).toMatchObject({
      kind: 'client',
      attributes: {
        'http.response.status_code': 200,
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(shop.receiver.url).port),
      },
    });
    await childOf(attempt, 'record attempt');
  });

  it('is linked in both directions with the operator’s callback, which has its own trace', async () => {
    const move = await spanNamed(`move to ${PAYED}`);
    const callback = await collector.spanWhere(
      (span) => span.name === 'POST /connectors/directbilling/:operator/reports' && !inTrace(span),
    );
    const cause = await collector.spanWhere((span) => span.traceId === callback.traceId && span.links.includes(move.spanId));
    expect(cause).toMatchObject({ name: 'transaction', parentSpanId: callback.spanId });
    expect(move.links).toEqual([cause.spanId]);
  });

  it('of the payer’s request contains the provider request to the operator', async () => {
    const page = await collector.spanWhere((span) => span.name === 'POST /pay/directbilling/:transactionId/code');
    await expect(collector.spanWhere((span) => span.name === 'charge orange')).resolves.toMatchObject({
      kind: 'client',
      traceId: page.traceId,
      parentSpanId: page.spanId,
      attributes: { 'gateway.operator': 'orange', 'gateway.operator.outcome': 'accepted' },
    });
  });

  it('contains every delivery attempt of a notification: the failed one, its retry, and one that staff requested', async () => {
    const move = await spanNamed('move to transaction_db_confirmed');
    const producer = await childOf(move, 'send notifications');
    await resendAsStaff(world, String(producer.attributes['messaging.message.id']));
    const isAttempt = (span: ExportedSpan): boolean => span.name === 'process notifications' && span.parentSpanId === producer.spanId;
    const attempts = await collector.spansWhere(isAttempt, 3);
    expect(attempts.every(inTrace)).toBe(true);
    const numberOf = ({ attributes }: ExportedSpan): number => Number(attributes['gateway.notification.attempt']);
    attempts.sort((a, b) => numberOf(a) - numberOf(b));
    const results = attempts.map(({ attributes, failed }) => [
      attributes['gateway.notification.attempt'],
      attributes['gateway.notification.outcome'],
      attributes['error.type'],
      failed,
    ]);
    expect(results).toEqual([
      [1, 'not_acknowledged', 'not_acknowledged', true],
      [2, 'acknowledged', undefined, false],
      [3, 'acknowledged', undefined, false],
    ]);
    await expect(spanOf((span) => span.parentSpanId === attempts[0]?.spanId && span.name === 'POST')).resolves.toMatchObject({
      failed: true,
      attributes: { 'http.response.status_code': 500, 'error.type': '500' },
    });
  });

  it('has its id in the log lines of both processes', async () => {
    const linesOf = (gateway: GatewayProcess, message: string): unknown[] =>
      gateway.log
        .split('\n')
        .filter((line) => line.includes(caller.traceId))
        .map((line) => JSON.parse(line) as { msg: string })
        .filter(({ msg }) => msg === message);
    await until(
      () => linesOf(worker, 'notification attempt').length,
      (length) => length >= 3,
    );
    expect(linesOf(api, 'request completed')).toHaveLength(1);
  });
});

describe('exported traces', () => {
  it('contain no secrets, no input of the payer and no data of the partner', async () => {
    await fetch(`${api.http.baseUrl}/nowhere/48${PHONE}?phoneNumber=48${PHONE}`);
    await shop.get(`/transactions?filter[phoneNumber]=48${PHONE}`);
    await collector.spanWhere((span) => span.name === 'GET' && span.attributes['http.response.status_code'] === 404);
    await collector.spanWhere((span) => span.name === 'GET /directbilling/:serviceId/transactions');
    const { CONNECTOR_SECRET = '', DATABASE_URL = '' } = world.settings;
    const secrets = {
      token: shop.token,
      phone: PHONE,
      code: '"123456"',
      notifyPath: '/notify',
      ...SECRETS,
      connectorSecret: CONNECTOR_SECRET,
      databasePassword: new URL(DATABASE_URL).password || DATABASE_URL,
      sql: 'INSERT INTO',
    };
    const sent = collector.receiver.requests.map(({ body }) => body).join('\n');
    expect(Object.entries(secrets).filter(([, secret]) => sent.includes(secret))).toEqual([]);
    expect(collector.everything).toContain(SECRETS.collectorKey); // only in the header that the settings demand
  });

  it('do not contain statements that serve many deliveries', async () => {
    await collector.spansWhere((span) => span.name === 'record attempt', 3);
    const names = new Set(collector.spans().map(({ name }) => name));
    expect([...names].filter((name) => /^webhook_(claim|record_together)/.test(name))).toEqual([]);
  });

  it('have ids that are not sent to the partner', () => {
    const sent = JSON.stringify(shop.receiver.requests);
    expect(shop.receiver.requests.length).toBeGreaterThan(0);
    expect(sent).not.toContain(caller.traceId);
    expect(sent.toLowerCase()).not.toContain('traceparent');
  });
});

describe('a request whose traceparent has the sampled flag off', () => {
  it('is not traced, and gets the usual response', async () => {
    const [unsampled, other] = [newCaller('00'), newCaller('01')];
    for (const { headers } of [unsampled, other]) expect((await shop.get('/transactions', { headers })).status).toBe(200);
    await collector.spansWhere((span) => span.traceId === other.traceId);
    expect(collector.everything).not.toContain(unsampled.traceId);
  });
});
