import { formatAmount } from '../../../common/money/amount.js';
import { ASKED_AMOUNT_MINOR } from './charge-stories.js';
import { CAUSE_OF_AMOUNT, CODE_STORIES } from './code-stories.js';
import { PAYMENT_STORIES } from './payment-stories.js';
import { REFUND_STORIES } from './refund-stories.js';

interface MagicTable {
  id: string;
  title: string;
  about: string;
  columns: readonly [string, string];
  rows: readonly (readonly [string, string])[];
}

const endings = (rows: readonly { ending: string | null; outcome: string }[]) =>
  rows.map(({ ending, outcome }) => [ending === null ? 'anything else' : `….${ending}`, outcome] as const);

/** The magic values of the acquirer, for its page and the document. */
export const MAGIC_TABLES: readonly MagicTable[] = [
  {
    id: 'codes',
    title: 'BLIK codes',
    about:
      'A code that the simulated bank app shows waits there; so does any other that is not in the table. An alias or a consent that comes with a ' +
      'code is accepted, refused, late, repeated or contradictory as its payment is; a consent of 0.00 by itself.',
    columns: ['code', 'what happens'],
    rows: CODE_STORIES.map(({ code, outcome }) => [code ?? 'any other', outcome] as const),
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
    about: 'From the moment the payer confirms on the acquirer’s page, where any refusal can be chosen as well.',
    columns: ['amount ends in', 'what happens'],
    rows: endings(PAYMENT_STORIES),
  },
  {
    id: 'charges',
    title: 'Charges of recurring payments, by amount',
    about:
      'At once under a consent of model A or O. Of model M once the payer confirms in the bank app; after 72 hours, or when the gateway ' +
      'says so before, AM_TIMEOUT.',
    columns: ['amount', 'what happens'],
    rows: [
      [[...CAUSE_OF_AMOUNT.keys()].map((amountMinor) => formatAmount(amountMinor)).join(', '), 'refused, as of a BLIK code 777xxx'],
      [formatAmount(ASKED_AMOUNT_MINOR), 'the bank asks the payer, whatever the model; USER_TIMEOUT when the payment expires'],
      ...endings(PAYMENT_STORIES.filter(({ ending }) => ending !== null)),
      ['above what was agreed to, each or in all; 2000.00 of model O', 'refused: ER_DATAAMT_HUGE'],
      ['one charge more than was agreed to, or before the first day', 'refused: LIMIT_EXCEEDED'],
      ['any, when the consent has ended', 'refused: ALIAS_DECLINED; ALIAS_NOT_FOUND when it was never given'],
      ['anything else', 'paid, and reported'],
    ],
  },
  {
    id: 'refunds',
    title: 'Refunds, by amount',
    about: 'Whatever the payment was made with. More than was paid is rejected, and so is what was paid in cash.',
    columns: ['amount ends in', 'what happens'],
    rows: endings(REFUND_STORIES),
  },
];

export function acquirerMagicMarkdown(): string {
  return MAGIC_TABLES.map(({ title, about, columns, rows }) =>
    [`**${title}.** ${about}`, '', `| ${columns.join(' | ')} |`, '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'),
  ).join('\n\n');
}
