import { parse } from 'yaml';
import { readDeployed } from './deployed-files.js';

export interface AlertRule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
}

/** Files with alerts, below the project's folder. */
export const RULE_FILES = ['deploy/prometheus/alerts.yaml', 'deploy/prometheus/infrastructure.yaml'] as const;

export function alertRules(): AlertRule[] {
  return RULE_FILES.flatMap((file) => {
    const { groups } = parse(readDeployed(file)) as { groups: { rules: AlertRule[] }[] };
    return groups.flatMap(({ rules }) => rules);
  });
}
