import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readDeployed } from './support/deployed-files.js';

interface Rule {
  alert: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

/** Whether Prometheus can read them, and when each fires, is proved with Prometheus itself. */
describe('the alerts', () => {
  const { groups } = parse(readDeployed('deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const sections = new Set([...readDeployed('docs/runbooks.md').matchAll(/^## (\S+)$/gm)].map(([, title = '']) => title.toLowerCase()));

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s says how bad it is, what it is about and what to do', (name, rule) => {
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).not.toBe('');
    expect(rule.annotations.runbook_url).toBe(`{{ $externalLabels.runbooks }}#${name.toLowerCase()}`);
  });

  it('have a runbook each, and no runbook is left over', () =>
    expect(sections).toEqual(new Set(rules.map(({ alert }) => alert.toLowerCase()))));
});
