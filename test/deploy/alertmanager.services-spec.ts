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

interface InhibitRule {
  source_matchers: string[];
  target_matchers: string[];
}

describe('amtool', () => {
  const amtool = async (...options: string[]): Promise<string> => (await promisify(execFile)('amtool', options)).stdout;

  it('accepts the configuration', () => expect(amtool('check-config', FILE)).resolves.toContain('SUCCESS'));

  it.each(rules.map(({ alert, labels }) => [alert, labels.severity] as const))(
    'routes %s to on-call or to the team, by its severity',
    async (alert, severity) => {
      const labels = [`alertname=${alert}`, `severity=${severity}`];
      const receivers = await amtool('config', 'routes', 'test', `--config.file=${FILE}`, ...labels);
      expect(receivers.trim()).toBe(severity === 'critical' ? 'on-call' : 'team');
    },
  );

  it('sends no BusinessClockOffset alert of the sandbox environment', async () => {
    const labels = ['alertname=BusinessClockOffset', 'severity=critical', 'environment=sandbox'];
    expect((await amtool('config', 'routes', 'test', `--config.file=${FILE}`, ...labels)).trim()).toBe('nobody');
  });
});

describe('the inhibit rules', () => {
  const { inhibit_rules } = parse(readDeployed('deploy/alertmanager/alertmanager.yaml')) as { inhibit_rules: InhibitRule[] };
  const names = rules.map(({ alert }) => alert);
  const matchers = inhibit_rules.flatMap(({ source_matchers, target_matchers }) => [...source_matchers, ...target_matchers]);

  it.each(matchers.filter((matcher) => matcher.startsWith('alertname')))('name existing alerts: %s', (matcher) => {
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

  it('inhibits only the alerts that follow from another firing alert', async () => {
    const inhibited: Record<string, string>[] = [
      { alertname: 'GatewayErrors', instance: 'api', severity: 'critical' },
      { alertname: 'NotificationsBehind', severity: 'critical' },
      { alertname: 'ChargeOutcomeUnknown', connector: 'orange', severity: 'critical' },
      { alertname: 'PaidUnacknowledged', service: 'shop', severity: 'warning' },
    ];
    const sent: Record<string, string>[] = [
      { alertname: 'DatabaseDown', severity: 'critical' },
      { alertname: 'ConnectorFailing', kind: 'operator', connector: 'orange', severity: 'critical' },
      { alertname: 'ChargeOutcomeUnknown', connector: 'play', severity: 'critical' },
      { alertname: 'LedgerInconsistent', instance: 'worker', severity: 'critical' },
      { alertname: 'EndpointPaused', service: 'other', severity: 'warning' },
      { alertname: 'BackupOld', severity: 'critical' },
    ];
    await alertmanager.send([...sent, ...inhibited]);
    const alerts = await until(
      () => alertmanager.alerts(),
      (current) => current.length === sent.length + inhibited.length && current.filter((alert) => !alert.isSent).length >= inhibited.length,
    );
    const labelsOf = (isSent: boolean) => alerts.filter((alert) => alert.isSent === isSent).map(({ labels }) => labels);
    expect(new Set(labelsOf(true))).toEqual(new Set(sent));
    expect(new Set(labelsOf(false))).toEqual(new Set(inhibited));
  });
});
