import type { LedgerEntry } from '../../../platform/ledger/entry.query.js';
import type { Words } from './words.js';

export interface MoneyLine {
  at: Date;
  entry: string;
  account: string;
  /** From the partner's view: above zero when it has more. */
  amount: string;
  debit: string;
  credit: string;
}

/** The postings about a transaction. People of a partner see those on its own accounts; staff see all. */
export const moneyLines = (entries: readonly LedgerEntry[], { t, money, isStaff }: Words): MoneyLine[] =>
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
