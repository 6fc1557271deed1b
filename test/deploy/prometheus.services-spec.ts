import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { type FaultWorld, startFaultWorld } from '../faults/support/fault-world.js';
import { allNotified, makePayment } from '../faults/support/payments.js';
import { freePort } from '../support/free-port.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { expressionsOf, metricsNamed } from './support/prometheus-files.js';
import { PrometheusProcess } from './support/prometheus-process.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const ALERTS = expressionsOf(read('deploy/prometheus/alerts.yaml'));
const PANELS = expressionsOf(read('deploy/grafana/payment-gateway.json')).map((expression) =>
  expression.replaceAll('$__rate_interval', '30s'),
);

interface Rule {
  name: string;
  health: string;
  state: string;
}
interface Alert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  state: string;
}

describe('promtool', () => {
  const promtool = async (...options: string[]): Promise<string> => (await promisify(execFile)('promtool', options, { cwd: ROOT })).stdout;

  it.each(['prometheus.yaml', 'kubernetes.yaml'])('accepts %s', (file) =>
    expect(promtool('check', 'config', `deploy/prometheus/${file}`)).resolves.toContain('SUCCESS: 1 rule files found'),
  );

  it('accepts the alerts', () => expect(promtool('check', 'rules', 'deploy/prometheus/alerts.yaml')).resolves.toContain('SUCCESS'));

  it('sees each alert stay silent and fire as its tests say', () =>
    expect(promtool('test', 'rules', 'test/deploy/alerts.promtool.yaml')).resolves.toContain('SUCCESS'));

  it('has a test of each alert for silence and one for firing', () => {
    const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: { alert: string }[] }[] };
    const { tests } = parse(read('test/deploy/alerts.promtool.yaml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    const tested = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
    const names = (fires: boolean) =>
      new Set(tested.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map((each) => each.alertname));
    const all = new Set(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)));
    expect(names(true)).toEqual(all);
    expect(names(false)).toEqual(all);
  });
});

describe('Prometheus at an api and a worker', () => {
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
    await allNotified(world, shop, [await makePayment(gateway, shop)]);
  });
  afterAll(async () => {
    for (const each of started.reverse()) await each.stop();
  });

  it('reaches both', async () => {
    const up = async () =>
      (await prometheus.ask<{ activeTargets: { health: string }[] }>('targets')).activeTargets.filter(({ health }) => health === 'up');
    expect(await until(up, ({ length }) => length === 2)).toHaveLength(2);
  });

  it.each([...new Set([...ALERTS, ...PANELS].flatMap(metricsNamed))])('finds %s', (metric) =>
    until(
      () => prometheus.series(metric),
      (series) => series > 0,
    ),
  );

  it.each(PANELS)('shows something on the dashboard for %s', (expression) =>
    until(
      () => prometheus.series(expression),
      (series) => series > 0,
    ),
  );

  it('evaluates every alert, and none fires while all is well', async () => {
    const rules = async (): Promise<Rule[]> =>
      (await prometheus.ask<{ groups: { rules: Rule[] }[] }>('rules')).groups.flatMap((group) => group.rules);
    const evaluated = await until(rules, (seen) => seen.length === ALERTS.length && seen.every(({ health }) => health !== 'unknown'));
    expect(evaluated.filter(({ health, state }) => health !== 'ok' || state === 'firing')).toEqual([]);
  });

  it('sounds the alarm, with its runbook, when an endpoint is paused', async () => {
    await world.sql(
      `INSERT INTO webhook_endpoint (service_id, first_failure_at, last_failure_at, paused_at, next_probe_at)
       VALUES ($1, now(), now(), now(), now() + interval '1 hour')`,
      [shop.serviceId],
    );
    const firing = async () => (await prometheus.ask<{ alerts: Alert[] }>('alerts')).alerts.filter(({ state }) => state === 'firing');
    const [alert, ...more] = await until(firing, ({ length }) => length > 0);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({
      labels: { alertname: 'EndpointPaused', severity: 'warning' },
      annotations: { runbook_url: 'https://git.example.com/payment-gateway/docs/runbooks.md#endpointpaused' },
    });
  });
});
