import { formatAmount } from '../../../common/money/amount.js';
import { CONFIRMATION_AMOUNT_MINOR } from './charge-scenarios.js';
import { CAUSE_OF_AMOUNT, CODE_SCENARIOS } from './code-scenarios.js';
import { PAYMENT_SCENARIOS } from './payment-scenarios.js';
import { REFUND_SCENARIOS } from './refund-scenarios.js';

interface TestValueTable {
  id: string;
  title: string;
  about: string;
  columns: readonly [string, string];
  rows: readonly (readonly [string, string])[];
}

const amountRows = (rows: readonly { amountMinor: number | null; outcome: string }[]) =>
  rows.map(({ amountMinor, outcome }) => [amountMinor === null ? 'anything else' : formatAmount(amountMinor), outcome] as const);

/** The acquirer's test values, for the acquirer's page and for the documentation. */
export const SCENARIO_TABLES: readonly TestValueTable[] = [
  {
    id: 'codes',
    title: 'BLIK codes',
    about:
      'A code that the simulated bank app shows waits there for a click, like any code that is not in the table. An alias or a mandate that comes ' +
      'with a code is accepted, refused, late, repeated or in conflict like its payment. With the amount 0.00 only the mandate has this result.',
    columns: ['code', 'what happens'],
    rows: CODE_SCENARIOS.map(({ code, outcome }) => [code ?? 'any other', outcome] as const),
  },
  {
    id: 'amounts',
    title: 'BLIK codes 777xxx, by amount',
    about: 'With any other amount the code is accepted.',
    columns: ['amount', 'what happens'],
    rows: [...CAUSE_OF_AMOUNT].map(([amountMinor, cause]) => [formatAmount(amountMinor), `refused: ${cause}`] as const),
  },
  {
    id: 'payments',
    title: 'Banks, cards, wallets and vouchers, by amount',
    about:
      'The result follows after the payer confirms on the acquirer’s page. On this page any result can be chosen, except those of the start.',
    columns: ['amount', 'what happens'],
    rows: amountRows(PAYMENT_SCENARIOS),
  },
  {
    id: 'charges',
    title: 'Charges of recurring payments, by amount',
    about:
      'The result follows immediately with model A or O, and with model M after the payer confirms in the bank app. Without a confirmation ' +
      'AM_TIMEOUT follows after 72 hours, or earlier if the gateway sets an earlier time.',
    columns: ['amount', 'what happens'],
    rows: [
      [[...CAUSE_OF_AMOUNT.keys()].map((amountMinor) => formatAmount(amountMinor)).join(', '), 'refused, as with a BLIK code 777xxx'],
      [formatAmount(CONFIRMATION_AMOUNT_MINOR), 'the bank asks the payer, with any model; USER_TIMEOUT when the payment expires'],
      ...amountRows(PAYMENT_SCENARIOS.filter(({ amountMinor }) => amountMinor !== null)),
      ['above the agreed amount of each charge or in total; above 2000.00 with model O', 'refused: ER_DATAAMT_HUGE'],
      ['any, above the agreed number of charges or before the first day', 'refused: LIMIT_EXCEEDED'],
      ['any, when the mandate has ended', 'refused: ALIAS_DECLINED, or ALIAS_NOT_FOUND when there was never a mandate'],
      ['anything else', 'paid, and reported'],
    ],
  },
  {
    id: 'refunds',
    title: 'Refunds, by amount',
    about: 'With any channel. A refund of more than was paid and a refund of a payment in cash are rejected.',
    columns: ['amount', 'what happens'],
    rows: amountRows(REFUND_SCENARIOS),
  },
];

export function scenarioTablesMarkdown(): string {
  return SCENARIO_TABLES.map(({ title, about, columns, rows }) =>
    [`**${title}.** ${about}`, '', `| ${columns.join(' | ')} |`, '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'),
  ).join('\n\n');
}
