import { join } from 'node:path';
import { stringify } from 'yaml';
import type { AlertCase } from './alert-cases.js';
import { type AlertRule, alertRules, RULE_FILES } from './alert-rules.js';

const ROOT = join(import.meta.dirname, '../../..');
const RUNBOOKS = 'https://docs.example/runbooks.md';
/** Shorter than promtool's look-back, so that series with one value a minute do not become stale. */
const INTERVAL = '1m';

/** The cases as a file for `promtool test rules`: each alert is silent before `fires`, and again at `clears`. */
export function promtoolTests(cases: readonly AlertCase[], healthy: { series: Record<string, string>; minutes: number }): string {
  const rules = new Map(alertRules().map((rule) => [rule.alert, rule]));
  const silent = (alertname: string, minutes: number) => ({ eval_time: `${minutes}m`, alertname, exp_alerts: [] });
  return stringify({
    rule_files: RULE_FILES.map((file) => join(ROOT, file)),
    evaluation_interval: INTERVAL,
    tests: [
      {
        ...testHeader('a healthy gateway, close to the limits', healthy.series),
        alert_rule_test: [...rules.keys()].map((alert) => silent(alert, healthy.minutes)),
      },
      ...cases.map(({ alert, trouble, series, fires, clears, firing }) => ({
        ...testHeader(trouble, series),
        alert_rule_test: [
          ...(fires > 0 ? [silent(alert, fires - 1)] : []),
          {
            eval_time: `${fires}m`,
            alertname: alert,
            exp_alerts: firing.map(({ labels, summary }) => expectedAlert(rules.get(alert), labels, summary)),
          },
          silent(alert, clears),
        ],
      })),
    ],
  });
}

function testHeader(name: string, series: Record<string, string>) {
  const input_series = Object.entries(series).map(([each, values]) => ({ series: each, values }));
  return { name, interval: INTERVAL, external_labels: { runbooks: RUNBOOKS }, input_series };
}

function expectedAlert(rule: AlertRule | undefined, labels: Record<string, string>, summary: string) {
  if (!rule) throw new Error('A case names an alert that does not exist');
  return {
    exp_labels: { ...rule.labels, ...labels },
    exp_annotations: {
      summary,
      description: rule.annotations.description,
      runbook_url: `${RUNBOOKS}#${rule.alert.toLowerCase()}`,
    },
  };
}
