import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../common/money/amount.js';
import { EntryQuery, type LedgerEntry } from '../../platform/ledger/entry.query.js';
import type { Section } from '../output/sections.js';
import { tableOrNothing } from '../output/table.js';
import type { Session } from '../session.js';

/** What was posted about a subject, for programs (debit positive, credit negative) and for people (two columns). */
export async function entriesPart(app: INestApplicationContext, session: Session, subjectId: string) {
  const entries = await app.get(EntryQuery).bySubject(subjectId);
  const json = entries.map(({ id, kind, reference, test, occurredAt, postings }) => ({
    id,
    kind,
    reference,
    test,
    occurred_at: session.timestamp(occurredAt),
    postings: postings.map(({ account, partnerId, currency, amountMinor }) => ({
      account,
      partner_id: partnerId,
      amount: formatAmount(amountMinor),
      currency,
    })),
  }));
  const lines = tableOrNothing(linesOf(entries, session), ['occurred_at', 'entry', 'account', 'debit', 'credit', 'currency', 'test']);
  return { json, block: ['Ledger postings', lines] satisfies Section };
}

function linesOf(entries: readonly LedgerEntry[], session: Session) {
  return entries.flatMap(({ kind, test, occurredAt, postings }) =>
    postings.map(({ account, currency, amountMinor }) => ({
      occurred_at: session.timestamp(occurredAt),
      entry: kind,
      account,
      debit: amountMinor > 0 ? formatAmount(amountMinor) : '',
      credit: amountMinor < 0 ? formatAmount(-amountMinor) : '',
      currency,
      test,
    })),
  );
}
