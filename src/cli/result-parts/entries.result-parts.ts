import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount } from '../../common/money/amount.js';
import { EntryQuery, type LedgerEntry } from '../../platform/ledger/entry.query.js';
import type { ResultPart } from '../output/result.js';
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
export async function entriesPart(app: INestApplicationContext, session: Session, subjectId: string): Promise<ResultPart> {
  const entries = await app.get(EntryQuery).bySubject(subjectId);
  const lines = entries.flatMap((entry) => entry.postings.map((posting) => ({ ...entry, ...posting })));
  return {
    json: {
      entries: entries.map((entry) => ({
        ...ENTRY.json(entry, session),
        postings: entry.postings.map((posting) => POSTING.json(posting, session)),
      })),
    },
    text: ['Ledger postings', LINE.table(lines, session)],
  };
}
