import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface AuditEntry {
  id: string;
  at: Date;
  author: string;
  /** The interface through which the change was made: `cli`, `api`, `panel` or `sandbox`. */
  door: string;
  action: string;
  subject: string;
  subjectId: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  reason: string | null;
  requestId: string | null;
  /** IP address of a user of the panel. Null for other values of `door`. */
  address: string | null;
}

export interface AuditFilter {
  since?: Date | null;
  until?: Date | null;
  author?: string | null;
  /** `partner.block`, or `partner` for all actions on partners. */
  action?: string | null;
  subjectId?: string | null;
  /** Only changes by this partner's users of the panel. */
  partnerId?: string | null;
  /** For a user who is limited to services: only changes of these services, and changes by the user (`author`). */
  within?: { serviceIds: readonly string[]; author: string } | null;
}

const COLUMNS =
  'id, at, author, door, action, subject, subject_id AS "subjectId", before, after, reason, request_id AS "requestId", address';
const LIST = `
  SELECT ${COLUMNS} FROM audit_entry
  WHERE ($1::timestamptz IS NULL OR at >= $1) AND ($2::timestamptz IS NULL OR at < $2) AND ($3::text IS NULL OR author = $3)
    AND ($4::text IS NULL OR action = $4 OR starts_with(action, $4 || '.')) AND ($5::text IS NULL OR subject_id = $5)
    AND ($6::uuid IS NULL OR partner_id = $6)
    AND ($7::text[] IS NULL OR author = $8 OR (subject = 'service' AND subject_id = ANY ($7)))`;
const BATCH_SIZE = 1_000;

@Injectable()
export class AuditQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  list(filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
    return this.dataSource.query<AuditEntry[]>(`${LIST} ORDER BY at DESC, id DESC LIMIT $9`, [...filterParameters(filter), limit]);
  }

  async findEntry(id: string): Promise<AuditEntry | null> {
    const [row] = await this.dataSource.query<AuditEntry[]>(`SELECT ${COLUMNS} FROM audit_entry WHERE id = $1`, [id]);
    return row ?? null;
  }

  /**
   * All matching entries, oldest first, read in batches. The first cursor is before all entries. The cursor has the time as text, because
   * PostgreSQL stores microseconds and a `Date` only milliseconds.
   */
  async *all(filter: AuditFilter): AsyncGenerator<AuditEntry> {
    for (let cursor: { at: string | Date; id: string } = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }; ;) {
      const rows = await this.dataSource.query<(AuditEntry & { exactly: string })[]>(
        `SELECT e.*, exact.at::text AS exactly FROM (${LIST} AND (at, id) > ($9::timestamptz, $10::uuid) ORDER BY at, id LIMIT ${BATCH_SIZE}) e
         JOIN audit_entry exact ON exact.id = e.id ORDER BY exact.at, exact.id`,
        [...filterParameters(filter), cursor.at, cursor.id],
      );
      for (const { exactly, ...row } of rows) {
        yield row;
        cursor = { at: exactly, id: row.id };
      }
      if (rows.length < BATCH_SIZE) return;
    }
  }
}

const filterParameters = ({ since, until, author, action, subjectId, partnerId, within }: AuditFilter): unknown[] =>
  [since, until, author, action, subjectId, partnerId, within?.serviceIds, within?.author].map((value) => value ?? null);
