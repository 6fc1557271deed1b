import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { Environment } from '../../src/runtime/config/environment.js';
import { ScheduledVerificationService } from '../../src/platform/ledger/verification/scheduled-verification.service.js';
import { MetricsServer } from '../../src/runtime/metrics/metrics-server.js';
import { gatewayMetricsIn, expressionsOf } from '../deploy/support/prometheus-files.js';
import { payerOf } from '../support/payer.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { scrape } from './support/scraper.js';

const ROOT = join(import.meta.dirname, '../..');

let world: World;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all', METRICS_PORT: '0' });
});
afterAll(() => world.stop());

const read = () => scrape(world);

describe('/metrics', () => {
  it('has metrics of a payment and its notifications', async () => {
    const shop = await world.createPartnerShop();
    const id = (await shop.create({ amount: 5 })).body.data.transactionId as string;
    await payerOf(world, id).pay();
    const scraped = await until(
      read,
      (current) =>
        current.value('gateway_webhook_attempts_total{outcome="acknowledged"}') === 2 &&
        current.value('gateway_webhook_due_deliveries') === 0,
    );
    expect(scraped.value('gateway_webhook_acknowledgement_seconds_count')).toBe(2);
    expect(scraped.value('gateway_webhook_attempts_total{outcome="failed"}')).toBe(0);
    expect(scraped.value('gateway_webhook_exhausted_total')).toBe(0);
    expect(scraped.text).toMatch(/gateway_http_request_duration_seconds_count\{method="POST",route="[^"]*transactions",status="200"\} 1\n/);
    expect(scraped.text).not.toContain(id);
    expect(scraped.value('gateway_webhook_unacknowledged_paid')).toBe(0);
    expect(scraped.value('gateway_database_pool_limit')).toBe(10);
  });

  // Alerts do not fire when their gauges cannot be read, and nothing else detects that.
  it('can read the gauges of every registered source', async () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const registered = sources.flatMap((file) =>
      [...readFileSync(join(ROOT, 'src', file), 'utf8').matchAll(/gauges\.register\(\{\s*name: '([^']+)'/g)].map(([, name = '']) => name),
    );
    const ofProducts = [
      ...['open-charges', 'charge-conflicts', 'sms-calls'],
      ...['open-attempts', 'open-refunds', 'payment-conflicts', 'held-payments', 'exchange-rates'],
    ];
    const sourceNames = [...registered, ...ofProducts];
    expect(sourceNames).toContain('deliveries');
    expect((await read()).sources).toEqual(Object.fromEntries(sourceNames.map((name) => [name, true])));
  });

  it('counts a paid transaction whose notification is not acknowledged for 15 minutes', async () => {
    const shop = await world.createPartnerShop();
    shop.receiver.setResponses({ status: 500, body: 'later' });
    const id = (await shop.create({ amount: 5 })).body.data.transactionId as string;
    await payerOf(world, id).pay();
    await until(
      read,
      (current) =>
        (current.value('gateway_webhook_attempts_total{outcome="failed"}') ?? 0) +
          (current.value('gateway_webhook_attempts_total{outcome="not_acknowledged"}') ?? 0) >
        0,
    );
    await until(
      async () => (await shop.get(`/transactions/${id}`)).body.data.status,
      (status) => status === 'transaction_db_payed',
    );
    expect((await scrape(world)).value('gateway_webhook_unacknowledged_paid')).toBe(0);
    await world.asOwner("UPDATE webhook_delivery SET created_at = created_at - interval '16 minutes' WHERE subject_id = $1", [id]);
    expect((await scrape(world)).value('gateway_webhook_unacknowledged_paid')).toBe(1);
    // Deliveries of a paused endpoint do not count as late.
    await world.database.query(
      `INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at, paused_at, next_probe_at) VALUES ($1, now(), now(), now(), now() + interval '1 hour')
       ON CONFLICT (service_id) DO UPDATE SET paused_at = now(), next_probe_at = now() + interval '1 hour'`,
      [shop.serviceId],
    );
    expect((await scrape(world)).value('gateway_webhook_paused_endpoints')).toBe(1);
    expect((await scrape(world)).value('gateway_webhook_outbox_lag_seconds')).toBe(0);
  });

  it('counts requests whose client disconnects before the response', async () => {
    const lockHolder = new Client({ connectionString: world.get(Environment).database.ownerUrl });
    await lockHolder.connect();
    await lockHolder.query('BEGIN');
    await lockHolder.query('LOCK TABLE direct_billing_transaction');
    const shop = await world.createPartnerShop();
    const caller = new AbortController();
    const path = `${world.http.baseUrl}/directbilling/${shop.serviceId}/transactions`;
    const request = fetch(path, { headers: { Authorization: `Bearer ${shop.token}` }, signal: caller.signal });
    await until(
      () =>
        world.database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND query LIKE '%FROM direct_billing_transaction%' AND query NOT LIKE 'LOCK%' AND query NOT LIKE '%SKIP LOCKED%'`, // SKIP LOCKED is the worker’s statement
        ),
      (blocked: unknown[]) => blocked.length > 0,
    );
    caller.abort();
    await expect(request).rejects.toThrow();
    await until(read, ({ text }) => /request_duration_seconds_count\{method="GET",route="[^"]*",status="given_up"\} 1\n/.test(text));
    await lockHolder.end();
  });

  it('has the time of the last ledger check', async () => {
    await until(
      async () => {
        await world.get(ScheduledVerificationService).run();
        return (await scrape(world)).value('gateway_ledger_verified_timestamp_seconds');
      },
      (at) => at !== undefined,
    );
    expect((await scrape(world)).value('gateway_ledger_inconsistent')).toBe(0);
  });

  it('is not served on the API’s port, and is the only path on its own port', async () => {
    expect((await fetch(`${world.http.baseUrl}/metrics`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${world.get(MetricsServer).port}/readyz`)).status).toBe(404);
  });

  it('has every metric that the dashboard and the alerts use', async () => {
    const { text } = await scrape(world);
    const exportedNames = new Set<string>();
    for (const [, name = '', kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      if (kind !== 'histogram') exportedNames.add(name);
      else for (const suffix of ['_bucket', '_count', '_sum']) exportedNames.add(name + suffix);
    }
    const files = ['deploy/grafana/payment-gateway.json', 'deploy/prometheus/alerts.yaml'].map((file) =>
      readFileSync(join(ROOT, file), 'utf8'),
    );
    const usedNames = files.flatMap(expressionsOf).flatMap(gatewayMetricsIn);
    expect(usedNames.length).toBeGreaterThan(15);
    expect([...new Set(usedNames)].filter((name) => !exportedNames.has(name))).toEqual([]);
  });
});
