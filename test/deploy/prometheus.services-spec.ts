import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import { waitUntilNotified, makePayment } from '../faults/support/payments.js';
import { freePort } from '../support/free-port.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { ALERT_CASES } from './support/alert-cases.js';
import { RULE_FILES } from './support/alert-rules.js';
import { HEALTHY } from './support/healthy-series.js';
import { expressionsOf, gatewayMetricsIn } from './support/prometheus-files.js';
import { PrometheusProcess } from './support/prometheus-process.js';
import { promtoolTests } from './support/promtool-tests.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const ALERTS = expressionsOf(read('deploy/prometheus/alerts.yaml'));
const INFRASTRUCTURE = expressionsOf(read('deploy/prometheus/infrastructure.yaml'));
const PANELS = expressionsOf(read('deploy/grafana/payment-gateway.json')).map((expression) =>
  expression.replaceAll('$__rate_interval', '30s'),
);

/** Metrics with labels. They have no series in a gateway without problems. */
const METRICS_ONLY_IN_TROUBLE = new Set([
  'gateway_webhook_endpoint_lag_seconds',
  'gateway_webhook_endpoint_paused_seconds',
  'gateway_webhook_endpoint_unacknowledged_paid',
  'gateway_sms_service_unacknowledged_paid',
  'gateway_ledger_suspense_minor',
  'gateway_endpoint_certificate_expiry_timestamp_seconds',
  'gateway_server_certificate_expiry_timestamp_seconds',
]);

/**
 * Alerts that may fire on a slow machine. The last two fire after ten minutes, because in this test no process verifies the ledger or makes
 * a backup.
 */
const ALERTS_WHEN_SLOW = [
  'GatewayDown',
  'GatewaySlow',
  'NotificationsBehind',
  'QueueStalled',
  'PaidUnacknowledged',
  'ConnectorSlow',
  'DatabasePoolExhausted',
  'DatabasePoolBursts',
  'LedgerNotVerified',
  'BackupOld',
];

interface Rule {
  name: string;
  health: string;
  state: string;
}

describe('promtool', () => {
  const promtool = async (...options: string[]): Promise<string> => (await promisify(execFile)('promtool', options, { cwd: ROOT })).stdout;

  it.each([
    ['prometheus.yaml', 'SUCCESS: 2 rule files found'],
    ['kubernetes.yaml', 'SUCCESS: 2 rule files found'],
    ['exporters.yaml', 'SUCCESS'],
  ])('accepts %s', (file, output) => expect(promtool('check', 'config', `deploy/prometheus/${file}`)).resolves.toContain(output));

  it.each(RULE_FILES)('accepts %s', (file) => expect(promtool('check', 'rules', file)).resolves.toContain('SUCCESS'));

  it('confirms when each alert of ALERT_CASES fires and clears', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-alerts-'));
    const file = join(folder, 'tests.yaml');
    await writeFile(file, promtoolTests(ALERT_CASES, HEALTHY));
    await expect(promtool('test', 'rules', file)).resolves.toContain('SUCCESS');
    await rm(folder, { recursive: true });
  });
});

describe('Prometheus that scrapes an api and a worker', () => {
  let world: FaultWorld;
  let prometheus: PrometheusProcess;
  let shop: Shop;
  const started: { stop(): Promise<void> }[] = [];
  beforeAll(async () => {
    world = await startFaultWorld();
    started.push(world);
    const [api, worker] = [await freePort(), await freePort()];
    const [gateway] = await Promise.all([
      world.gateway('api', { METRICS_PORT: String(api) }),
      world.gateway('worker', { METRICS_PORT: String(worker) }),
    ]);
    prometheus = await PrometheusProcess.start({
      job: ({ job_name }) => ({ job_name, static_configs: [{ targets: [`127.0.0.1:${api}`, `127.0.0.1:${worker}`] }] }),
    });
    started.push(prometheus);
    shop = await world.shop(gateway);
    await waitUntilNotified(world, shop, [await makePayment(gateway, shop)]);
  });
  afterAll(async () => {
    for (const each of started.reverse()) await each.stop();
  });

  it('reaches both processes', async () => {
    const up = async () =>
      (await prometheus.queryApi<{ activeTargets: { health: string }[] }>('targets')).activeTargets.filter(({ health }) => health === 'up');
    expect(await until(up, ({ length }) => length === 2)).toHaveLength(2);
  });

  it.each([...new Set([...ALERTS, ...PANELS].flatMap(gatewayMetricsIn))].filter((metric) => !METRICS_ONLY_IN_TROUBLE.has(metric)))(
    'finds a series of %s',
    (metric) =>
      until(
        () => prometheus.countSeries(metric),
        (series) => series > 0,
      ),
  );

  it.each(PANELS)('finds data for the dashboard expression %s', (expression) =>
    until(
      () => prometheus.countSeries(expression),
      (series) => series > 0,
    ),
  );

  it('evaluates all alerts without errors, and none fires except those of a slow machine', async () => {
    const rules = async (): Promise<Rule[]> =>
      (await prometheus.queryApi<{ groups: { rules: Rule[] }[] }>('rules')).groups.flatMap((group) => group.rules);
    const evaluated = await until(
      rules,
      (loaded) => loaded.length === ALERTS.length + INFRASTRUCTURE.length && loaded.every(({ health }) => health !== 'unknown'),
    );
    expect(evaluated.filter(({ health }) => health !== 'ok')).toEqual([]);
    const others = evaluated.filter(({ name }) => !ALERTS_WHEN_SLOW.includes(name));
    expect(others).toHaveLength(evaluated.length - ALERTS_WHEN_SLOW.length);
    expect(others.filter(({ state }) => state === 'firing')).toEqual([]);
  });

  it('fires EndpointPaused with its runbook when an endpoint is paused', async () => {
    await world.sql(
      `INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at, paused_at, next_probe_at)
       VALUES ($1, now(), now(), now(), now() + interval '1 hour')`,
      [shop.serviceId],
    );
    expect(await prometheus.waitUntilFiring('EndpointPaused')).toMatchObject({
      labels: { severity: 'warning', service: shop.serviceId },
      annotations: { runbook_url: 'https://git.example.com/payment-gateway/docs/runbooks.md#endpointpaused' },
    });
  });
});

describe('Prometheus that scrapes a gateway whose operator does not respond', () => {
  const started: { stop(): Promise<void> }[] = [];
  afterAll(async () => {
    for (const each of started.reverse()) await each.stop();
  });

  it('fires ConnectorFailing with the name of the operator', async () => {
    const world = await startFaultWorld();
    started.push(world);
    const port = await freePort();
    const gateway = await world.gateway('api', { METRICS_PORT: String(port), CONNECTOR_TIMEOUT_MS: '1000' });
    const prometheus = await PrometheusProcess.start({
      job: ({ job_name }) => ({ job_name, static_configs: [{ targets: [`127.0.0.1:${port}`] }] }),
      withoutDelay: ['ConnectorFailing'],
    });
    started.push(prometheus);
    await until(
      () => prometheus.countSeries('gateway_connector_calls_total'),
      (series) => series > 0,
    );
    const shop = await world.shop(gateway);
    for (const payer of ['500100003', '500101003', '500102003', '500103003']) {
      const id = (await shop.create({ amount: 5 })).body.data.transactionId as string;
      await payerOf(gateway, id).charge(payer); // the sandbox does not respond to charges of these phone numbers
    }
    expect(await prometheus.waitUntilFiring('ConnectorFailing')).toMatchObject({
      labels: { kind: 'operator', connector: 'orange', severity: 'critical' },
      annotations: { summary: 'More than a fifth of the calls to the operator orange fail' },
    });
    await until(
      () => prometheus.countSeries('gateway_direct_billing_oldest_open_charge_seconds{connector="orange",state="sent"} > 0'),
      (series) => series === 1,
    );
  });
});
