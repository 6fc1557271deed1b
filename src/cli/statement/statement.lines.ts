import { formatAmount } from '../../common/money/amount.js';
import type { AccountStatement } from '../../platform/ledger/statement/statement.query.js';
import type { Totals } from '../../platform/ledger/statement/statement-totals.js';

/** A line for people and spreadsheets: opening, a kind of movement, closing. Balances are debit above zero, credit below. */
export interface StatementLine {
  test: boolean;
  currency: string;
  account: string;
  partner_id: string | null;
  partner: string | null;
  line: string;
  postings: number | null;
  debit: string | null;
  credit: string | null;
  balance: string | null;
}

export const STATEMENT_COLUMNS = [
  'test',
  'currency',
  'account',
  'partner_id',
  'partner',
  'line',
  'postings',
  'debit',
  'credit',
  'balance',
] as const;

const NOTHING = { postings: null, debit: null, credit: null, balance: null };

export function linesOf(account: AccountStatement): StatementLine[] {
  const { test, currency, partnerId, partner, openingMinor, movements, closingMinor } = account;
  const of = { test, currency, account: account.account, partner_id: partnerId, partner };
  return [
    { ...of, ...NOTHING, line: 'opening', balance: formatAmount(openingMinor) },
    ...movements.map(({ kind, postings, debitMinor, creditMinor }) => ({
      ...of,
      ...NOTHING,
      line: kind,
      postings,
      debit: formatAmount(debitMinor),
      credit: formatAmount(creditMinor),
    })),
    { ...of, ...NOTHING, line: 'closing', balance: formatAmount(closingMinor) },
  ];
}

export function totalLine({ test, currency, openingMinor, debitMinor, creditMinor, closingMinor }: Totals) {
  return {
    test,
    currency,
    opening: formatAmount(openingMinor),
    debit: formatAmount(debitMinor),
    credit: formatAmount(creditMinor),
    closing: formatAmount(closingMinor),
  };
}
