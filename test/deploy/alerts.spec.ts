import { describe, expect, it } from '@jest/globals';
import { ALERT_CASES } from './support/alert-cases.js';
import { alertRules } from './support/alert-rules.js';
import { readDeployed } from './support/deployed-files.js';

/** Alerts about the whole gateway. The summary of every other alert names a label, such as the instance or the service. */
const WITHOUT_LABELS = ['DatabaseDown', 'RedisDown', 'QueueStalled', 'LedgerNotVerified', 'BackupOld', 'PaymentHeld', 'RestoredUnreleased'];

/** prometheus.services-spec.ts checks with Prometheus that the rules are valid and when each alert fires. */
describe('the alerts', () => {
  const rules = alertRules();
  const names = rules.map(({ alert }) => alert);
  const sections = new Set([...readDeployed('docs/runbooks.md').matchAll(/^## (\S+)$/gm)].map(([, title = '']) => title.toLowerCase()));

  it('have unique names', () => expect(new Set(names).size).toBe(names.length));

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s has a severity, a summary, a description and a runbook', (name, rule) => {
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).not.toBe('');
    expect(rule.annotations.description).not.toBe('');
    expect(rule.annotations.runbook_url).toBe(`{{ $externalLabels.runbooks }}#${name.toLowerCase()}`);
    if (!WITHOUT_LABELS.includes(name)) expect(rule.annotations.summary).toMatch(/\{\{ (\$labels\.|range query)/);
  });

  it('have one runbook each, and every runbook has an alert', () =>
    expect(sections).toEqual(new Set(names.map((name) => name.toLowerCase()))));

  it('have at least one case each, which fires and clears', () => {
    expect(new Set(ALERT_CASES.map(({ alert }) => alert))).toEqual(new Set(names));
    for (const { begins, fires, clears, firing } of ALERT_CASES) {
      expect(firing.length).toBeGreaterThan(0);
      expect([begins, fires, clears]).toEqual([begins, fires, clears].toSorted((a, b) => a - b));
    }
  });
});
