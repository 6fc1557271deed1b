import type { RowQuery } from './read-in-one-statement.js';

export interface HistoryRow {
  type: string;
  id: string;
  from: string;
  to: string;
  reason: string;
  at: Date;
}

export interface EventRow {
  subject: string;
  body: string;
}

export interface PostingRow {
  account: string;
  partner: string | null;
  test: boolean;
  currency: string;
  minor: number;
}

export interface EntryRow {
  kind: string;
  reference: string;
  at: Date;
  test: boolean;
  /** The acquirer's event id of the entry's chargeback; null for any other entry. */
  chargeback: string | null;
  postings: PostingRow[];
}

/** Rows that the gateway has written since the last reading. */
export interface Observed {
  history: HistoryRow[];
  events: EventRow[];
  entries: EntryRow[];
}

const HISTORY_SQL = `
  SELECT sequence, subject_type AS type, subject_id AS id, from_status AS "from", to_status AS "to", reason, at
  FROM state_history WHERE sequence > $1::bigint ORDER BY sequence`;
const EVENTS_SQL = `
  SELECT d.sequence, e.subject_id AS subject, e.body FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id
  WHERE d.sequence > $1::bigint ORDER BY d.sequence`;
// Ids have the order in which entries are posted, because the locks of the ledger serialize the posting.
const ENTRIES_SQL = `
  SELECT e.id, e.kind, e.reference, e.occurred_at AS at, e.test, coalesce(p.postings, '[]') AS postings,
    (SELECT c.event_id FROM payment_chargeback c WHERE c.transaction_id || ':' || c.id = e.reference) AS chargeback
  FROM ledger_entry e LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('account', a.kind, 'partner', a.partner_id, 'test', a.test, 'currency', p.currency, 'minor', p.amount_minor)
      ORDER BY p.line) AS postings
    FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id WHERE p.entry_id = e.id) p ON true
  WHERE NOT e.id = ANY ($1::uuid[]) ORDER BY e.id`;

/** The rows as JSON. Times are strings. */
export interface ObservedRows {
  history: (Omit<HistoryRow, 'at'> & { sequence: number; at: string })[];
  events: (EventRow & { sequence: number })[];
  entries: (Omit<EntryRow, 'at'> & { id: string; at: string })[];
}

/** Reads each new row once. No transaction may be open while it reads, since a later commit could store rows with lower numbers. */
export class Observations {
  private lastHistorySequence = 0;
  private lastDeliverySequence = 0;
  private readonly seenEntryIds: string[] = [];

  /** Queries for the rows that were not read before. */
  get queries(): Record<keyof ObservedRows, RowQuery> {
    return {
      history: { text: HISTORY_SQL, values: [this.lastHistorySequence] },
      events: { text: EVENTS_SQL, values: [this.lastDeliverySequence] },
      entries: { text: ENTRIES_SQL, values: [this.seenEntryIds] },
    };
  }

  /** Converts the rows, and remembers them so that they are not read again. */
  takeNewRows({ history, events, entries }: ObservedRows): Observed {
    this.lastHistorySequence = history.at(-1)?.sequence ?? this.lastHistorySequence;
    this.lastDeliverySequence = events.at(-1)?.sequence ?? this.lastDeliverySequence;
    this.seenEntryIds.push(...entries.map(({ id }) => id));
    const withDate = <Row extends { at: string }>(row: Row): Omit<Row, 'at'> & { at: Date } => ({ ...row, at: new Date(row.at) });
    return { history: history.map(withDate), events, entries: entries.map(withDate) };
  }
}
