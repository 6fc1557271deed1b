import { it } from '@jest/globals';
import { ALERT_CASES, type AlertCase } from '../deploy/support/alert-cases.js';
import { alertRules } from '../deploy/support/alert-rules.js';
import { checkGeneratedSection } from '../support/generated-docs.js';

const severityOf = new Map(alertRules().map(({ alert, labels }) => [alert, labels.severity]));
const row = ({ alert, trouble, begins, fires }: AlertCase): string =>
  `| ${trouble} | [${alert}](#${alert.toLowerCase()}) | ${severityOf.get(alert)} | ${fires - begins} |`;

it('docs/runbooks.md lists the alerts, with the condition and the delay of each', () =>
  checkGeneratedSection(
    'docs/runbooks.md',
    'alerts',
    ['| trouble | alert | severity | minutes until it fires |', '|---|---|---|---|', ...ALERT_CASES.map(row)].join('\n'),
  ));
