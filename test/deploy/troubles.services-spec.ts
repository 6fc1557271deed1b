import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { waitUntilNotified, expireLeases, makePayment } from '../faults/support/payments.js';
import { type RestartablePostgres, startRestartablePostgres } from '../faults/support/restartable-postgres.js';
import { RedisProcess } from '../services/redis-process.js';
import { freePort } from '../support/free-port.js';
import { OK } from '../support/receiver.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { Authority } from './support/authority.js';
import { PrometheusProcess } from './support/prometheus-process.js';

jest.setTimeout(1_800_000); // a slow machine needs long for the backlog

/** Deliveries that wait for a partner's endpoint that hangs. */
const BACKLOG = 20_000;
/** The backlog is awaited in steps of this many deliveries. Even a slow machine sends one step within the time limit of `until`. */
const BATCH = 1_000;
const OTHER_PAYMENTS = 20;

let postgres: RestartablePostgres;
let redis: RedisProcess;
let authority: Authority;
let world: FaultWorld;
let api: GatewayProcess;
let worker: GatewayProcess;
let prometheus: PrometheusProcess;
let shop: Shop;
const measurements: string[] = [];

beforeAll(async () => {
  [postgres, redis, authority] = await Promise.all([
    startRestartablePostgres(),
    RedisProcess.start(['maxmemory-policy noeviction']),
    Authority.make(),
  ]);
  world = await startFaultWorld(postgres);
  const queue = { REDIS_URL: `redis://${redis.address}` };
  const ports = [await freePort(), await freePort()].map(String);
  [api, worker] = await Promise.all([
    world.gateway('api', { ...queue, METRICS_PORT: ports[0] }),
    world.gateway('worker', { ...queue, METRICS_PORT: ports[1], NODE_EXTRA_CA_CERTS: authority.file }),
  ]);
  prometheus = await PrometheusProcess.start({
    job: ({ job_name }) => ({ job_name, static_configs: [{ targets: ports.map((port) => `127.0.0.1:${port}`) }] }),
    withoutDelay: 'all',
  });
  shop = await world.shop(api);
});
afterAll(async () => {
  await prometheus?.stop();
  await world?.stop();
  await redis?.stop();
  await authority?.remove();
  process.stdout.write(`${measurements.join('\n')}\n`);
});

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

describe('an alert fires when', () => {
  it('a worker is killed, and its notifications wait until it runs again', async () => {
    await worker.kill();
    const id = await makePayment(api, shop);
    expect((await prometheus.waitUntilFiring('GatewayDown')).labels).toMatchObject({ severity: 'critical' });
    await worker.startAgain();
    await expireLeases(world);
    await waitUntilNotified(world, shop, [id]);
    await prometheus.waitUntilCleared('GatewayDown');
  });

  it('PostgreSQL is stopped, and requests get 503 until it runs again', async () => {
    const before = await makePayment(api, shop);
    await postgres.stop('immediate');
    await prometheus.waitUntilFiring('DatabaseDown');
    expect((await shop.create({ amount: 5 })).status).toBe(503);
    await postgres.startAgain();
    await api.waitForReadiness('ready');
    await prometheus.waitUntilCleared('DatabaseDown');
    await expireLeases(world);
    await waitUntilNotified(world, shop, [before, await makePayment(api, shop)]);
  });

  it('Redis is stopped, while payments and notifications go on', async () => {
    await redis.kill();
    await prometheus.waitUntilFiring('RedisDown');
    await waitUntilNotified(world, shop, [await makePayment(api, shop)]);
    await redis.startAgain();
    await prometheus.waitUntilCleared('RedisDown');
    await waitUntilNotified(world, shop, [await makePayment(api, shop)]);
  });

  it('an endpoint hangs with 20,000 deliveries, which do not delay others and are sent once the endpoint responds', async () => {
    const hanging = await world.shop(api);
    hanging.receiver.setResponses({ hold: true });
    await insertBacklog(hanging.serviceId);
    const alert = await prometheus.waitUntilFiring('NotificationsBehind');
    expect(alert.annotations['summary']).toContain(hanging.serviceId);
    await until(
      () => hanging.receiver.requestsInProgress,
      (open) => open > 0,
    );

    const startedAt = performance.now();
    const otherPayments = await Promise.all(times(OTHER_PAYMENTS, () => makePayment(api, shop)));
    await waitUntilNotified(world, shop, otherPayments);
    measurements.push(`${OTHER_PAYMENTS} payments of another partner, made and notified meanwhile: ${seconds(startedAt)}`);
    expect(hanging.receiver.maxRequestsInProgress).toBeLessThanOrEqual(Number(world.settings['WEBHOOK_CONCURRENCY_PER_ENDPOINT']));

    const respondingSince = performance.now();
    hanging.receiver.setResponses(OK).releaseAll();
    for (let maxLeft = BACKLOG - BATCH; maxLeft >= 0; maxLeft -= BATCH)
      await until(
        () => countUnattempted(hanging.serviceId),
        (left) => left <= maxLeft,
      );
    measurements.push(`${BACKLOG} deliveries, once their endpoint responds: ${seconds(respondingSince)}`);
    await prometheus.waitUntilCleared('NotificationsBehind');
  });

  it('a partner’s certificate expires soon; what fails once it has expired is delivered with a new one', async () => {
    const endpoint = await TlsEndpoint.start(authority);
    try {
      await world.sql('UPDATE service SET notify_url = $2 WHERE id = $1', [shop.serviceId, `${endpoint.url}/notify`]);
      await makePayment(api, shop);
      expect(await prometheus.waitUntilFiring('PartnerCertificateExpiring')).toMatchObject({ labels: { service: shop.serviceId } });

      await endpoint.useCertificate({ expired: true });
      const id = await makePayment(api, shop);
      await until(
        () => world.sql<{ code: string }>("SELECT error_code AS code FROM webhook_attempt WHERE error_code = 'CERT_HAS_EXPIRED'"),
        ({ length }) => length > 0,
      );
      await endpoint.useCertificate({ expired: false });
      await world.sql('UPDATE webhook_delivery SET next_attempt_at = now() WHERE subject_id = $1 AND next_attempt_at IS NOT NULL', [id]);
      await until(
        () => world.sql<{ status: string }>('SELECT status FROM webhook_delivery WHERE subject_id = $1', [id]),
        (rows) => rows.length === 2 && rows.every(({ status }) => status === 'acknowledged'),
      );
    } finally {
      await endpoint.close();
    }
  });
});

/** How many deliveries of the service were never attempted. */
async function countUnattempted(serviceId: string): Promise<number> {
  const [row] = await world.sql<{ n: number }>(
    "SELECT count(*)::int AS n FROM webhook_delivery WHERE service_id = $1 AND attempt_count = 0 AND status <> 'acknowledged'",
    [serviceId],
  );
  return row?.n ?? NaN;
}

/** Inserts the backlog: one event for each of many subjects, due for five minutes. */
async function insertBacklog(serviceId: string): Promise<void> {
  await world.sql(`
    SET session_replication_role = replica; -- no triggers and no foreign key checks
    CREATE TEMPORARY TABLE filled AS SELECT n, gen_random_uuid() AS id, now() - interval '5 minutes' AS at FROM generate_series(1, ${BACKLOG}) n;
    INSERT INTO webhook_event (id, service_id, subject_id, type, body, signed_text, occurred_at, created_at)
      SELECT id, '${serviceId}', id::text, 'test', '{"text":"' || n || '"}', n::text, at, at FROM filled;
    INSERT INTO webhook_subject (subject_id, service_id, latest_event_id, attempt_count, unfinished_count) SELECT id::text, '${serviceId}', id, 0, 1 FROM filled;
    INSERT INTO webhook_delivery (event_id, service_id, subject_id, attempt_count, round_attempt_count, created_at, next_attempt_at)
      SELECT id, '${serviceId}', id::text, 0, 0, at, at FROM filled ORDER BY n;
    RESET session_replication_role; ANALYZE webhook_event, webhook_subject, webhook_delivery`);
}

/** A partner's endpoint with TLS. */
class TlsEndpoint {
  private constructor(
    private readonly server: Server,
    private readonly authority: Authority,
  ) {}

  static async start(issuer: Authority): Promise<TlsEndpoint> {
    const endpoint = new TlsEndpoint(
      createServer((request, response) => {
        request.resume().once('end', () => response.end('OK'));
      }),
      issuer,
    );
    await endpoint.useCertificate({ expired: false });
    await new Promise<void>((resolve) => endpoint.server.listen(0, '127.0.0.1', resolve));
    return endpoint;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Uses a new certificate from the next connection on. */
  async useCertificate(options: { expired: boolean }): Promise<void> {
    const { certFile, keyFile } = await this.authority.issue(`partner-${randomUUID()}`, 'IP:127.0.0.1', options);
    this.server.setSecureContext({ cert: await readFile(certFile), key: await readFile(keyFile) });
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
