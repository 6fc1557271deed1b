import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { alertRules } from '../deploy/support/alert-rules.js';
import { readDeployed, ROOT } from '../deploy/support/deployed-files.js';
import { alertCaseOf, type Trouble, TROUBLES } from '../deploy/support/troubles.js';
import { checkGeneratedSection } from '../support/generated-docs.js';

const row = (trouble: Trouble): string => {
  const { alert, begins, fires } = alertCaseOf(trouble);
  const suite = trouble.suite.replace('.services-spec.ts', '');
  return `| ${trouble.trouble} | ${alert} | ${fires - begins} | [runbook](runbooks.md#${alert.toLowerCase()}) | ${trouble.lost} | \`${suite}\` |`;
};

describe('the table of troubles', () => {
  it('is in docs/operations.md, with the alert, the runbook and the loss of each trouble', () =>
    checkGeneratedSection(
      'docs/operations.md',
      'troubles',
      ['| trouble | alert | after minutes | what to do | lost | test |', '|---|---|---|---|---|---|', ...TROUBLES.map(row)].join('\n'),
    ));

  const alerts = new Set(alertRules().map(({ alert }) => alert));
  const runbooks = new Set([...readDeployed('docs/runbooks.md').matchAll(/^## (\S+)$/gm)].map(([, title]) => title));

  it.each(TROUBLES.map((trouble) => [trouble.trouble, trouble] as const))(
    'has an alert, a runbook and a services test for: %s',
    (_, trouble) => {
      const { alert } = alertCaseOf(trouble);
      expect([alerts.has(alert), runbooks.has(alert)]).toEqual([true, true]);
      const { suite, test } = trouble;
      expect([suite, suite.endsWith('.services-spec.ts'), existsSync(join(ROOT, suite))]).toEqual([suite, true, true]);
      const testsOfSuite = readFileSync(join(ROOT, suite), 'utf8').split(/\bit(?:\.each\(\[[\s\S]*?\n? *\]\))?\(\s*/);
      expect(testsOfSuite.some((text) => text.startsWith(`'${test}'`))).toBe(true);
    },
  );
});
