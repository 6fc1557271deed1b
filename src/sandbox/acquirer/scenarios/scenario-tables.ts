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
      'A code that the simulated bank app shows waits there for a click, and so does any code that is not in the table. An alias or a consent that ' +
      'comes with a code is accepted, refused, late, repeated or contradictory like its payment; a consent of 0.00 by itself.',
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
    about: 'After the payer confirms on the acquirer’s page, where any outcome can be chosen as well that does not concern the start.',
    columns: ['amount', 'what happens'],
    rows: amountRows(PAYMENT_SCENARIOS),
  },
  {
    id: 'charges',
    title: 'Charges of recurring payments, by amount',
    about:
      'At once under a consent of model A or O; with model M after the payer confirms in the bank app. Without a confirmation AM_TIMEOUT follows ' +
      'after 72 hours, or earlier if the gateway sets an earlier time.',
    columns: ['amount', 'what happens'],
    rows: [
      [[...CAUSE_OF_AMOUNT.keys()].map((amountMinor) => formatAmount(amountMinor)).join(', '), 'refused, as with a BLIK code 777xxx'],
      [formatAmount(CONFIRMATION_AMOUNT_MINOR), 'the bank asks the payer, with any model; USER_TIMEOUT when the payment expires'],
      ...amountRows(PAYMENT_SCENARIOS.filter(({ amountMinor }) => amountMinor !== null)),
      ['above the agreed sum for each charge or in all; above 2000.00 with model O', 'refused: ER_DATAAMT_HUGE'],
      ['any, above the agreed number of charges or before the first day', 'refused: LIMIT_EXCEEDED'],
      ['any, when the consent has ended', 'refused: ALIAS_DECLINED; ALIAS_NOT_FOUND when it was never given'],
      ['anything else', 'paid, and reported'],
    ],
  },
  {
    id: 'refunds',
    title: 'Refunds, by amount',
    about: 'With any channel. More than was paid is rejected, and so is a refund of a payment in cash.',
    columns: ['amount', 'what happens'],
    rows: amountRows(REFUND_SCENARIOS),
  },
];

export function scenarioTablesMarkdown(): string {
  return SCENARIO_TABLES.map(({ title, about, columns, rows }) =>
    [`**${title}.** ${about}`, '', `| ${columns.join(' | ')} |`, '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'),
  ).join('\n\n');
}
