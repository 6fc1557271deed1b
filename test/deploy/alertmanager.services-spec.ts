import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { until } from '../support/until.js';
import { alertRules } from './support/alert-rules.js';
import { AlertmanagerProcess } from './support/alertmanager-process.js';
import { readDeployed, ROOT } from './support/deployed-files.js';

const FILE = join(ROOT, 'deploy/alertmanager/alertmanager.yaml');
const rules = alertRules();

interface Rule {
  source_matchers: string[];
  target_matchers: string[];
}

describe('amtool', () => {
  const amtool = async (...options: string[]): Promise<string> => (await promisify(execFile)('amtool', options)).stdout;

  it('accepts the configuration', () => expect(amtool('check-config', FILE)).resolves.toContain('SUCCESS'));

  it.each(rules.map(({ alert, labels }) => [alert, labels.severity] as const))(
    'leads %s to those whom it concerns',
    async (alert, severity) => {
      const labels = [`alertname=${alert}`, `severity=${severity}`];
      const receivers = await amtool('config', 'routes', 'test', `--config.file=${FILE}`, ...labels);
      expect(receivers.trim()).toBe(severity === 'critical' ? 'on-call' : 'team');
    },
  );

  it('tells nobody of time that was moved where it may be', async () => {
    const labels = ['alertname=BusinessClockOffset', 'severity=critical', 'environment=sandbox'];
    expect((await amtool('config', 'routes', 'test', `--config.file=${FILE}`, ...labels)).trim()).toBe('nobody');
  });
});

describe('what keeps alerts back', () => {
  const { inhibit_rules } = parse(readDeployed('deploy/alertmanager/alertmanager.yaml')) as { inhibit_rules: Rule[] };
  const names = rules.map(({ alert }) => alert);
  const matchers = inhibit_rules.flatMap(({ source_matchers, target_matchers }) => [...source_matchers, ...target_matchers]);

  it.each(matchers.filter((matcher) => matcher.startsWith('alertname')))('names alerts that there are: %s', (matcher) => {
    const pattern = /^alertname =~? "?(.*?)"?$/.exec(matcher)?.[1] ?? '';
    for (const each of pattern.split(/\|(?![^(]*\))/)) expect(names.some((name) => new RegExp(`^(?:${each})$`).test(name))).toBe(true);
  });
});

describe('Alertmanager', () => {
  let alertmanager: AlertmanagerProcess;
  beforeAll(async () => {
    alertmanager = await AlertmanagerProcess.start(FILE);
  });
  afterAll(() => alertmanager.stop());

  it('keeps back what follows from trouble that is told, and nothing else', async () => {
    const follows: Record<string, string>[] = [
      { alertname: 'GatewayErrors', instance: 'api', severity: 'critical' },
      { alertname: 'NotificationsBehind', severity: 'critical' },
      { alertname: 'ChargeOutcomeUnknown', connector: 'orange', severity: 'critical' },
      { alertname: 'PaidUnacknowledged', service: 'shop', severity: 'warning' },
    ];
    const told: Record<string, string>[] = [
      { alertname: 'DatabaseDown', severity: 'critical' },
      { alertname: 'ConnectorFailing', kind: 'operator', connector: 'orange', severity: 'critical' },
      { alertname: 'ChargeOutcomeUnknown', connector: 'play', severity: 'critical' },
      { alertname: 'LedgerInconsistent', instance: 'worker', severity: 'critical' },
      { alertname: 'EndpointPaused', service: 'other', severity: 'warning' },
      { alertname: 'BackupOld', severity: 'critical' },
    ];
    await alertmanager.send([...told, ...follows]);
    const held = await until(
      () => alertmanager.alerts(),
      (alerts) => alerts.length === told.length + follows.length && alerts.filter((alert) => !alert.told).length >= follows.length,
    );
    const which = (isTold: boolean) => held.filter((alert) => alert.told === isTold).map(({ labels }) => labels);
    expect(new Set(which(true))).toEqual(new Set(told));
    expect(new Set(which(false))).toEqual(new Set(follows));
  });
});
