import { it } from '@jest/globals';
import { ALERT_CASES, type AlertCase } from '../deploy/support/alert-cases.js';
import { alertRules } from '../deploy/support/alert-rules.js';
import { checkGeneratedSection } from '../support/generated-docs.js';

const severityOf = new Map(alertRules().map(({ alert, labels }) => [alert, labels.severity]));
const row = ({ alert, trouble, begins, fires }: AlertCase): string =>
  `| ${trouble} | [${alert}](#${alert.toLowerCase()}) | ${severityOf.get(alert)} | ${fires - begins} |`;

it('docs/runbooks.md says what trouble sounds which alert, and after how long', () =>
  checkGeneratedSection(
    'docs/runbooks.md',
    'alerts',
    ['| trouble | alert | severity | minutes until it fires |', '|---|---|---|---|', ...ALERT_CASES.map(row)].join('\n'),
  ));
