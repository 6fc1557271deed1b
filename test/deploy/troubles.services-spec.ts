import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import type { GatewayProcess } from '../faults/support/gateway-process.js';
import { allNotified, expireLeases, makePayment } from '../faults/support/payments.js';
import { type RestartablePostgres, startRestartablePostgres } from '../faults/support/restartable-postgres.js';
import { RedisProcess } from '../services/redis-process.js';
import { freePort } from '../support/free-port.js';
import { OK } from '../support/receiver.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { Authority } from './support/authority.js';
import { PrometheusProcess } from './support/prometheus-process.js';

jest.setTimeout(1_800_000); // a slow machine takes long for the backlog

/** That wait for a partner whose address hangs. */
const BACKLOG = 20_000;
/** So many of them have to go out within the patience of `until`, however slow the machine is. */
const AT_A_TIME = 1_000;
const INNOCENT_PAYMENTS = 20;

let postgres: RestartablePostgres;
let redis: RedisProcess;
let authority: Authority;
let world: FaultWorld;
let api: GatewayProcess;
let worker: GatewayProcess;
let prometheus: PrometheusProcess;
let shop: Shop;
const figures: string[] = [];

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
    atOnce: 'all',
  });
  shop = await world.shop(api);
});
afterAll(async () => {
  await prometheus?.stop();
  await world?.stop();
  await redis?.stop();
  await authority?.remove();
  process.stdout.write(`${figures.join('\n')}\n`);
});

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

describe('what a night brings, and which alert tells of it', () => {
  it('a worker is killed: notifications wait, and go out when it is back', async () => {
    await worker.kill();
    const id = await makePayment(api, shop);
    expect((await prometheus.fires('GatewayDown')).labels).toMatchObject({ severity: 'critical' });
    await worker.startAgain();
    await expireLeases(world);
    await allNotified(world, shop, [id]);
    await prometheus.clears('GatewayDown');
  });

  it('PostgreSQL is away: calls are answered 503, and all goes on when it is back', async () => {
    const before = await makePayment(api, shop);
    await postgres.stop('immediate');
    await prometheus.fires('DatabaseDown');
    expect((await shop.create({ amount: 5 })).status).toBe(503);
    await postgres.startAgain();
    await api.becomes('ready');
    await prometheus.clears('DatabaseDown');
    await expireLeases(world);
    await allNotified(world, shop, [before, await makePayment(api, shop)]);
  });

  it('Redis is away: payments and notifications go on', async () => {
    await redis.kill();
    await prometheus.fires('RedisDown');
    await allNotified(world, shop, [await makePayment(api, shop)]);
    await redis.startAgain();
    await prometheus.clears('RedisDown');
    await allNotified(world, shop, [await makePayment(api, shop)]);
  });

  it('a partner’s address hangs with 20,000 deliveries: others get theirs, and so does it once it answers', async () => {
    const hanging = await world.shop(api);
    hanging.receiver.answer({ hold: true });
    await fill(hanging.serviceId);
    const alert = await prometheus.fires('NotificationsBehind');
    expect(alert.annotations['summary']).toContain(hanging.serviceId);
    await until(
      () => hanging.receiver.open,
      (open) => open > 0,
    );

    const begun = performance.now();
    const innocent = await Promise.all(times(INNOCENT_PAYMENTS, () => makePayment(api, shop)));
    await allNotified(world, shop, innocent);
    figures.push(`${INNOCENT_PAYMENTS} payments of another partner, made and notified meanwhile: ${seconds(begun)}`);
    expect(hanging.receiver.mostOpen).toBeLessThanOrEqual(Number(world.settings['WEBHOOK_CONCURRENCY_PER_ENDPOINT']));

    const answering = performance.now();
    hanging.receiver.answer(OK).releaseAll();
    for (let most = BACKLOG - AT_A_TIME; most >= 0; most -= AT_A_TIME)
      await until(
        () => waiting(hanging.serviceId),
        (left) => left <= most,
      );
    figures.push(`${BACKLOG} deliveries, once their address answers: ${seconds(answering)}`);
    await prometheus.clears('NotificationsBehind');
  });

  it('a partner’s certificate ends: told of while it is good; what was refused for it is delivered under a new one', async () => {
    const partner = await Secured.start(authority);
    try {
      await world.sql('UPDATE service SET notify_url = $2 WHERE id = $1', [shop.serviceId, `${partner.url}/notify`]);
      await makePayment(api, shop);
      expect(await prometheus.fires('PartnerCertificateExpiring')).toMatchObject({ labels: { service: shop.serviceId } });

      await partner.show({ expired: true });
      const id = await makePayment(api, shop);
      await until(
        () => world.sql<{ code: string }>("SELECT error_code AS code FROM webhook_attempt WHERE error_code = 'CERT_HAS_EXPIRED'"),
        ({ length }) => length > 0,
      );
      await partner.show({ expired: false });
      await world.sql('UPDATE webhook_delivery SET next_attempt_at = now() WHERE subject_id = $1 AND next_attempt_at IS NOT NULL', [id]);
      await until(
        () => world.sql<{ status: string }>('SELECT status FROM webhook_delivery WHERE subject_id = $1', [id]),
        (rows) => rows.length === 2 && rows.every(({ status }) => status === 'acknowledged'),
      );
    } finally {
      await partner.close();
    }
  });
});

/** Never tried or to be tried again: without an acknowledgement. */
async function waiting(serviceId: string): Promise<number> {
  const [row] = await world.sql<{ n: number }>(
    "SELECT count(*)::int AS n FROM webhook_delivery WHERE service_id = $1 AND attempt_count = 0 AND status <> 'acknowledged'",
    [serviceId],
  );
  return row?.n ?? NaN;
}

/** One event of each subject, due for five minutes. */
async function fill(serviceId: string): Promise<void> {
  await world.sql(`
    SET session_replication_role = replica; -- the rows belong together, nobody need look
    CREATE TEMPORARY TABLE filled AS SELECT n, gen_random_uuid() AS id, now() - interval '5 minutes' AS at FROM generate_series(1, ${BACKLOG}) n;
    INSERT INTO webhook_event (id, service_id, subject_id, type, body, signed_text, occurred_at, created_at)
      SELECT id, '${serviceId}', id::text, 'test', '{"text":"' || n || '"}', n::text, at, at FROM filled;
    INSERT INTO webhook_subject (subject_id, service_id, latest_event_id, attempt_count, unfinished_count) SELECT id::text, '${serviceId}', id, 0, 1 FROM filled;
    INSERT INTO webhook_delivery (event_id, service_id, subject_id, attempt_count, round_attempt_count, created_at, next_attempt_at)
      SELECT id, '${serviceId}', id::text, 0, 0, at, at FROM filled ORDER BY n;
    RESET session_replication_role; ANALYZE webhook_event, webhook_subject, webhook_delivery`);
}

/** A partner’s address by TLS. */
class Secured {
  private constructor(
    private readonly server: Server,
    private readonly authority: Authority,
  ) {}

  static async start(issuer: Authority): Promise<Secured> {
    const secured = new Secured(
      createServer((request, response) => {
        request.resume().once('end', () => response.end('OK'));
      }),
      issuer,
    );
    await secured.show({ expired: false });
    await new Promise<void>((resolve) => secured.server.listen(0, '127.0.0.1', resolve));
    return secured;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From the next connection on. */
  async show(which: { expired: boolean }): Promise<void> {
    const { certFile, keyFile } = await this.authority.issue(`partner-${randomUUID()}`, 'IP:127.0.0.1', which);
    this.server.setSecureContext({ cert: await readFile(certFile), key: await readFile(keyFile) });
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
