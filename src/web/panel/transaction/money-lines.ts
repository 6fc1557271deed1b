import type { LedgerEntry } from '../../../platform/ledger/entry.query.js';
import type { HistoryContext } from './history-context.js';

export interface MoneyLine {
  at: Date;
  entry: string;
  account: string;
  /** The change of the account from the partner's view: positive when the partner gets money. */
  amount: string;
  debit: string;
  credit: string;
}

/** The postings of a transaction. A partner's people see only the postings on the partner's accounts; staff see all. */
export const moneyLines = (entries: readonly LedgerEntry[], { t, money, isStaff }: HistoryContext): MoneyLine[] =>
  entries.flatMap(({ kind, occurredAt, postings }) =>
    postings
      .filter(({ partnerId }) => isStaff || partnerId !== null)
      .map(({ account, amountMinor, currency }) => ({
        at: occurredAt,
        entry: t.entries[kind] ?? kind,
        account: t.accounts[account] ?? account,
        amount: `${amountMinor < 0 ? '+' : ''}${money(0 - amountMinor, currency)}`,
        debit: amountMinor > 0 ? money(amountMinor, currency) : '',
        credit: amountMinor < 0 ? money(-amountMinor, currency) : '',
      })),
  );
