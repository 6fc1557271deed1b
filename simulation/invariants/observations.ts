import type { Reading } from './read-at-once.js';

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
  /** The acquirer's id of the chargeback, where the entry is about one. */
  chargeback: string | null;
  postings: PostingRow[];
}

/** What the gateway has written since the last reading. */
export interface Observed {
  history: HistoryRow[];
  events: EventRow[];
  entries: EntryRow[];
}

const HISTORY = `
  SELECT sequence, subject_type AS type, subject_id AS id, from_status AS "from", to_status AS "to", reason, at
  FROM state_history WHERE sequence > $1::bigint ORDER BY sequence`;
const EVENTS = `
  SELECT d.sequence, e.subject_id AS subject, e.body FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id
  WHERE d.sequence > $1::bigint ORDER BY d.sequence`;
// Ids follow the order in which entries are made, because the ledger's locks order them.
const ENTRIES = `
  SELECT e.id, e.kind, e.reference, e.occurred_at AS at, e.test, coalesce(p.postings, '[]') AS postings,
    (SELECT c.event_id FROM payment_chargeback c WHERE c.transaction_id || ':' || c.id = e.reference) AS chargeback
  FROM ledger_entry e LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('account', a.kind, 'partner', a.partner_id, 'test', a.test, 'currency', p.currency, 'minor', p.amount_minor)
      ORDER BY p.line) AS postings
    FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id WHERE p.entry_id = e.id) p ON true
  WHERE NOT e.id = ANY ($1::uuid[]) ORDER BY e.id`;

/** Rows as they are read. */
export interface ObservedRows {
  history: (Omit<HistoryRow, 'at'> & { sequence: number; at: string })[];
  events: (EventRow & { sequence: number })[];
  entries: (Omit<EntryRow, 'at'> & { id: string; at: string })[];
}

/** Reads each new row once. No transaction may be open anywhere meanwhile. */
export class Observations {
  private history = 0;
  private events = 0;
  private readonly entries: string[] = [];

  /** The statements of one reading. */
  get readings(): Record<keyof ObservedRows, Reading> {
    return {
      history: { text: HISTORY, values: [this.history] },
      events: { text: EVENTS, values: [this.events] },
      entries: { text: ENTRIES, values: [this.entries] },
    };
  }

  news({ history, events, entries }: ObservedRows): Observed {
    this.history = history.at(-1)?.sequence ?? this.history;
    this.events = events.at(-1)?.sequence ?? this.events;
    this.entries.push(...entries.map(({ id }) => id));
    const dated = <Row extends { at: string }>(row: Row): Omit<Row, 'at'> & { at: Date } => ({ ...row, at: new Date(row.at) });
    return { history: history.map(dated), events, entries: entries.map(dated) };
  }
}
