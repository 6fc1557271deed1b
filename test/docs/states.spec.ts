import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { StateMachine } from '../../src/common/transitions.js';
import type { OutcomeTable } from '../../src/platform/remote-operations/outcome-table.js';
import { CHARGE_OUTCOMES } from '../../src/products/direct-billing/charges/apply-charge-outcome.service.js';
import { CHARGE_TRANSITIONS } from '../../src/products/direct-billing/charges/states.js';
import { DIRECT_BILLING_TRANSITIONS } from '../../src/products/direct-billing/transactions/states.js';
import { ALIAS_OUTCOMES } from '../../src/products/payments/blik-aliases/apply-alias-outcome.service.js';
import { ALIAS_TRANSITIONS } from '../../src/products/payments/blik-aliases/states.js';
import { ATTEMPT_OUTCOMES } from '../../src/products/payments/attempts/outcome/apply-attempt-outcome.service.js';
import { REVERSAL_OUTCOMES } from '../../src/products/payments/attempts/outcome/reverse-suspense.service.js';
import { ATTEMPT_TRANSITIONS } from '../../src/products/payments/attempts/states.js';
import { LINK_TRANSITIONS } from '../../src/products/payments/links/states.js';
import { REFUND_OUTCOMES } from '../../src/products/payments/refunds/apply-refund-outcome.service.js';
import { REFUND_TRANSITIONS } from '../../src/products/payments/refunds/states.js';
import { MANDATE_OUTCOMES } from '../../src/products/payments/subscriptions/mandate/apply-mandate-outcome.service.js';
import { SUBSCRIPTION_TRANSITIONS } from '../../src/products/payments/subscriptions/states.js';
import { PAYMENT_TRANSITIONS } from '../../src/products/payments/payments/states.js';
import { checkGeneratedFile } from '../support/generated-docs.js';

const ROOT = join(import.meta.dirname, '../..');

interface StateTable {
  title: string;
  /** The source file with the table, where comments explain the states. */
  file: string;
  states: StateMachine<string>;
  /** The common prefix of the names of the states. */
  prefix: string;
  /** What each outcome does in each state, and the source files with these tables. */
  outcomes: readonly OutcomesOfFile[];
}

interface OutcomesOfFile {
  title?: string;
  file: string;
  table: OutcomeTable;
}

const stateTable = <S extends string>(
  title: string,
  file: string,
  states: StateMachine<S>,
  { prefix = '', outcomes = [] }: { prefix?: string; outcomes?: readonly OutcomesOfFile[] } = {},
): StateTable => ({ title, file, states, prefix, outcomes });

const PAYMENTS = 'src/products/payments';
const DIRECT_BILLING = 'src/products/direct-billing';

const TABLES: readonly StateTable[] = [
  stateTable('DirectBilling transaction', `${DIRECT_BILLING}/transactions/states.ts`, DIRECT_BILLING_TRANSITIONS, {
    prefix: 'transaction_db_',
  }),
  stateTable('Charge at an operator', `${DIRECT_BILLING}/charges/states.ts`, CHARGE_TRANSITIONS, {
    outcomes: [{ file: `${DIRECT_BILLING}/charges/apply-charge-outcome.service.ts`, table: CHARGE_OUTCOMES }],
  }),
  stateTable('Online payment', `${PAYMENTS}/payments/states.ts`, PAYMENT_TRANSITIONS, { prefix: 'transaction_' }),
  stateTable('Attempt at a channel', `${PAYMENTS}/attempts/states.ts`, ATTEMPT_TRANSITIONS, {
    outcomes: [
      { file: `${PAYMENTS}/attempts/outcome/apply-attempt-outcome.service.ts`, table: ATTEMPT_OUTCOMES },
      {
        title: 'What each outcome of its reversal does',
        file: `${PAYMENTS}/attempts/outcome/reverse-suspense.service.ts`,
        table: REVERSAL_OUTCOMES,
      },
    ],
  }),
  stateTable('Refund', `${PAYMENTS}/refunds/states.ts`, REFUND_TRANSITIONS, {
    prefix: 'refund_',
    outcomes: [{ file: `${PAYMENTS}/refunds/apply-refund-outcome.service.ts`, table: REFUND_OUTCOMES }],
  }),
  stateTable('BLIK alias', `${PAYMENTS}/blik-aliases/states.ts`, ALIAS_TRANSITIONS, {
    prefix: 'alias_',
    outcomes: [{ file: `${PAYMENTS}/blik-aliases/apply-alias-outcome.service.ts`, table: ALIAS_OUTCOMES }],
  }),
  stateTable('Subscription', `${PAYMENTS}/subscriptions/states.ts`, SUBSCRIPTION_TRANSITIONS, {
    prefix: 'subscription_',
    outcomes: [
      {
        title: 'What each outcome of its mandate does',
        file: `${PAYMENTS}/subscriptions/mandate/apply-mandate-outcome.service.ts`,
        table: MANDATE_OUTCOMES,
      },
    ],
  }),
  stateTable('Payment link', `${PAYMENTS}/links/states.ts`, LINK_TRANSITIONS, { prefix: 'link_' }),
];

const HEAD = `# States

For engineers and support staff: the states of each object and their transitions. Each diagram is generated from the table with which the program checks every change.
Database triggers allow the same transitions. A state with no arrow to another state is final. A late status update can move an object out of a state in which it
had ended. The comments of each file explain these transitions.

Further tables say what each outcome of a provider does in each state. A cell has the effect, which is stored with a callback, or the step of the service that
changes the row. \`code_declined\`: a BLIK code was declined, and the payer may enter another one. \`other_amount\`: a definite outcome with another amount than the
requested one.
`;

const nextStates = ({ states }: StateTable, from: string): string[] => states.states.filter((to) => states.allows(from, to));

function section(table: StateTable): string {
  const { title, file, states, prefix } = table;
  const name = (state: string): string => state.slice(prefix.length);
  const arrows = states.states.flatMap((from) => nextStates(table, from).map((to) => `  ${name(from)} --> ${name(to)}`));
  const finalStates = states.states.filter((state) => states.isFinal(state)).map((state) => `  ${name(state)} --> [*]`);
  const rows = states.states.map(
    (from) =>
      `| \`${from}\` | ${
        nextStates(table, from)
          .map((to) => `\`${to}\``)
          .join(', ') || '–'
      } |`,
  );
  return [
    `## ${title}`,
    '',
    `[${file}](../${file}) explains the states.${prefix ? ` The diagram leaves out \`${prefix}\`.` : ''}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${name(states.initial)}`,
    ...arrows,
    ...finalStates,
    '```',
    '',
    '| from | to |',
    '|---|---|',
    ...rows,
    '',
    ...table.outcomes.flatMap(outcomeSection),
  ].join('\n');
}

function outcomeSection({ title = 'What each outcome does', file, table }: OutcomesOfFile): string[] {
  const [columns = []] = Object.values(table).map(Object.keys);
  const row = (first: string, cells: readonly string[]): string => `| ${[first, ...cells].join(' | ')} |`;
  const code = (text: string): string => `\`${text}\``;
  return [
    `${title} ([${file}](../${file})):`,
    '',
    row('state', columns.map(code)),
    row(
      '---',
      columns.map(() => '---'),
    ),
    ...Object.entries(table).map(([state, cells]) => row(code(state), Object.values(cells).map(code))),
    '',
  ];
}

describe('docs/states.md', () => {
  it('has every table of transitions and of outcomes (npm run docs writes them)', () =>
    checkGeneratedFile('docs/states.md', [HEAD, ...TABLES.map(section)].join('\n')));

  it('contains all tables of the products', () => {
    const sources = (readdirSync(join(ROOT, 'src/products'), { recursive: true }) as string[])
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `src/products/${file}`);
    const sourcesWith = (call: string): string[] =>
      sources.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(call)).toSorted();
    expect(TABLES.map(({ file }) => file).toSorted()).toEqual(sourcesWith('= defineTransitions('));
    expect(TABLES.flatMap(({ outcomes }) => outcomes.map(({ file }) => file)).toSorted()).toEqual(sourcesWith('= outcomeTable('));
  });
});
