import { formatAmount } from '../../common/money/amount.js';
import type { LedgerEntry } from '../../platform/ledger/entry.query.js';
import { table } from '../output/table.js';
import type { Session } from '../session.js';

/** Ledger entries for programs (debit positive, credit negative) and for people (two columns). */
export function entriesPart(entries: readonly LedgerEntry[], session: Session) {
  const json = entries.map(({ id, kind, reference, occurredAt, postings }) => ({
    id,
    kind,
    reference,
    occurred_at: session.timestamp(occurredAt),
    postings: postings.map(({ account, partnerId, currency, amountMinor }) => ({
      account,
      partner_id: partnerId,
      amount: formatAmount(amountMinor),
      currency,
    })),
  }));
  const lines = entries.flatMap(({ kind, occurredAt, postings }) =>
    postings.map(({ account, currency, amountMinor }) => ({
      occurred_at: session.timestamp(occurredAt),
      entry: kind,
      account,
      debit: amountMinor > 0 ? formatAmount(amountMinor) : '',
      credit: amountMinor < 0 ? formatAmount(-amountMinor) : '',
      currency,
    })),
  );
  return { json, text: lines.length > 0 ? table(lines, ['occurred_at', 'entry', 'account', 'debit', 'credit', 'currency']) : '' };
}
