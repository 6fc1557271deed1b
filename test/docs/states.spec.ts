import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { StateMachine } from '../../src/common/transitions.js';
import { CHARGE_TRANSITIONS } from '../../src/products/direct-billing/charges/charge-transitions.js';
import { DIRECT_BILLING_TRANSITIONS } from '../../src/products/direct-billing/transactions/transaction-transitions.js';
import { ALIAS_TRANSITIONS } from '../../src/products/payments/aliases/alias-transitions.js';
import { ATTEMPT_TRANSITIONS } from '../../src/products/payments/attempts/attempt-transitions.js';
import { LINK_TRANSITIONS } from '../../src/products/payments/links/link-transitions.js';
import { REFUND_TRANSITIONS } from '../../src/products/payments/refunds/refund-transitions.js';
import { SUBSCRIPTION_TRANSITIONS } from '../../src/products/payments/subscriptions/subscription-transitions.js';
import { PAYMENT_TRANSITIONS } from '../../src/products/payments/transactions/payment-transitions.js';
import { checkGeneratedFile } from '../support/generated-docs.js';

const ROOT = join(import.meta.dirname, '../..');

interface StateTable {
  title: string;
  /** The source file with the table, where comments explain the states. */
  file: string;
  states: StateMachine<string>;
  /** The common prefix of the names of the states. */
  prefix: string;
}

const stateTable = <S extends string>(title: string, file: string, states: StateMachine<S>, prefix = ''): StateTable => ({
  title,
  file,
  states,
  prefix,
});

const PAYMENTS = 'src/products/payments';
const DIRECT_BILLING = 'src/products/direct-billing';

const TABLES: readonly StateTable[] = [
  stateTable(
    'DirectBilling transaction',
    `${DIRECT_BILLING}/transactions/transaction-transitions.ts`,
    DIRECT_BILLING_TRANSITIONS,
    'transaction_db_',
  ),
  stateTable('Charge at an operator', `${DIRECT_BILLING}/charges/charge-transitions.ts`, CHARGE_TRANSITIONS),
  stateTable('Online payment', `${PAYMENTS}/transactions/payment-transitions.ts`, PAYMENT_TRANSITIONS, 'transaction_'),
  stateTable('Attempt at a channel', `${PAYMENTS}/attempts/attempt-transitions.ts`, ATTEMPT_TRANSITIONS),
  stateTable('Refund', `${PAYMENTS}/refunds/refund-transitions.ts`, REFUND_TRANSITIONS, 'refund_'),
  stateTable('BLIK alias', `${PAYMENTS}/aliases/alias-transitions.ts`, ALIAS_TRANSITIONS, 'alias_'),
  stateTable('Subscription', `${PAYMENTS}/subscriptions/subscription-transitions.ts`, SUBSCRIPTION_TRANSITIONS, 'subscription_'),
  stateTable('Payment link', `${PAYMENTS}/links/link-transitions.ts`, LINK_TRANSITIONS, 'link_'),
];

const HEAD = `# States

For engineers and support staff: the states of each object and their transitions. Each diagram is generated from the table with which the program checks every change.
Database triggers allow the same transitions. A state with no arrow to another state is final. A late status update can move an object out of a state in which it
had ended. The comments of each file explain these transitions.
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
  ].join('\n');
}

describe('docs/states.md', () => {
  it('draws every table of transitions (npm run docs writes the diagrams)', () =>
    checkGeneratedFile('docs/states.md', [HEAD, ...TABLES.map(section)].join('\n')));

  it('contains all transition tables of the products', () => {
    const sources = (readdirSync(join(ROOT, 'src'), { recursive: true }) as string[])
      .filter((file) => file.endsWith('-transitions.ts'))
      .map((file) => `src/${file}`)
      .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('defineTransitions('));
    expect(TABLES.map(({ file }) => file).toSorted()).toEqual(sources.toSorted());
  });
});
