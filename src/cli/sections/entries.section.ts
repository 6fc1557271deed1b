import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../common/money/amount.js';
import { EntryQuery, type LedgerEntry } from '../../platform/ledger/entry.query.js';
import type { Section } from '../output/layout.js';
import { money, viewOf } from '../output/view.js';
import type { Session } from '../session.js';

type Posting = LedgerEntry['postings'][number];

const ENTRY = viewOf<LedgerEntry>()({ id: 'id', kind: 'kind', reference: 'reference', test: 'test', occurred_at: 'occurredAt' });
const POSTING = viewOf<Posting>()({ account: 'account', partner_id: 'partnerId', amount: money('amountMinor'), currency: 'currency' });

const LINE = viewOf<LedgerEntry & Posting>()({
  occurred_at: 'occurredAt',
  entry: 'kind',
  account: 'account',
  debit: { value: ({ amountMinor }) => (amountMinor > 0 ? formatAmount(amountMinor) : ''), align: 'right' },
  credit: { value: ({ amountMinor }) => (amountMinor < 0 ? formatAmount(-amountMinor) : ''), align: 'right' },
  currency: 'currency',
  test: 'test',
});

/** The postings about a subject. In the JSON debit is positive and credit negative; the table has a column for each. */
export async function entriesSection(app: INestApplicationContext, session: Session, subjectId: string) {
  const entries = await app.get(EntryQuery).bySubject(subjectId);
  const lines = entries.flatMap((entry) => entry.postings.map((posting) => ({ ...entry, ...posting })));
  return {
    json: entries.map((entry) => ({
      ...ENTRY.json(entry, session),
      postings: entry.postings.map((posting) => POSTING.json(posting, session)),
    })),
    block: ['Ledger postings', LINE.table(lines, session)] satisfies Section,
  };
}
