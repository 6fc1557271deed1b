import { describe, expect, it } from '@jest/globals';
import { ALERT_CASES } from './support/alert-cases.js';
import { alertRules } from './support/alert-rules.js';
import { readDeployed } from './support/deployed-files.js';

/** Of the gateway as a whole: there is nothing more to name. */
const OF_THE_WHOLE = ['DatabaseDown', 'RedisDown', 'QueueStalled', 'LedgerNotVerified', 'BackupOld', 'PaymentHeld', 'RestoredUnreleased'];

/** Whether Prometheus can read them, and when each fires, is proved with Prometheus itself. */
describe('the alerts', () => {
  const rules = alertRules();
  const names = rules.map(({ alert }) => alert);
  const sections = new Set([...readDeployed('docs/runbooks.md').matchAll(/^## (\S+)$/gm)].map(([, title = '']) => title.toLowerCase()));

  it('have names of their own', () => expect(new Set(names).size).toBe(names.length));

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s says how bad it is, what it is about and what to do', (name, rule) => {
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).not.toBe('');
    expect(rule.annotations.description).not.toBe('');
    expect(rule.annotations.runbook_url).toBe(`{{ $externalLabels.runbooks }}#${name.toLowerCase()}`);
    if (!OF_THE_WHOLE.includes(name)) expect(rule.annotations.summary).toMatch(/\{\{ (\$labels\.|range query)/);
  });

  it('have a runbook each, and no runbook is left over', () => expect(sections).toEqual(new Set(names.map((name) => name.toLowerCase()))));

  it('are each shown firing and clearing', () => {
    expect(new Set(ALERT_CASES.map(({ alert }) => alert))).toEqual(new Set(names));
    for (const { begins, fires, clears, firing } of ALERT_CASES) {
      expect(firing.length).toBeGreaterThan(0);
      expect([begins, fires, clears]).toEqual([begins, fires, clears].toSorted((a, b) => a - b));
    }
  });
});
