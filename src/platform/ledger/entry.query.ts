import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface LedgerPosting {
  /** Account kind, e.g. `partner:pending`. */
  account: string;
  partnerId: string | null;
  currency: string;
  /** Minor units, debit positive, credit negative. */
  amountMinor: number;
}

export interface LedgerEntry {
  id: string;
  kind: string;
  reference: string;
  /** Whether the entry is about test money. */
  test: boolean;
  occurredAt: Date;
  createdAt: Date;
  postings: LedgerPosting[];
}

/** A posting joined with its entry. */
type PostingRow = Omit<LedgerEntry, 'postings'> & Omit<LedgerPosting, 'amountMinor'> & { amountMinor: string };

@Injectable()
export class EntryQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** All entries about one subject, referenced as `<id>` or `<id>:<suffix>`, in the order they were posted. */
  async bySubject(subjectId: string): Promise<LedgerEntry[]> {
    // ';' follows ':' in the byte order of the reference column, so this is one range of its index.
    const rows = await this.dataSource.query<PostingRow[]>(
      `SELECT e.id, e.kind, e.reference, e.test, e.occurred_at AS "occurredAt", e.created_at AS "createdAt",
              a.kind AS account, a.partner_id AS "partnerId", p.currency, p.amount_minor AS "amountMinor"
       FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id JOIN ledger_account a ON a.id = p.account_id
       WHERE e.reference = $1 OR (e.reference > $1 || ':' AND e.reference < $1 || ';')
       ORDER BY e.created_at, e.id, p.line`,
      [subjectId],
    );
    const entries = new Map<string, LedgerEntry>();
    for (const { account, partnerId, currency, amountMinor, ...entryFields } of rows) {
      const entry = entries.get(entryFields.id) ?? { ...entryFields, postings: [] };
      entries.set(entryFields.id, entry);
      entry.postings.push({ account, partnerId, currency, amountMinor: Number(amountMinor) });
    }
    return [...entries.values()];
  }
}
