import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';

export interface SettlementFileSummary {
  id: string;
  name: string;
  digest: string;
  provider: string;
  test: boolean;
  from: Date;
  to: Date;
  /** In any state but `done` the import is not finished. Importing the file again continues an interrupted import. */
  state: string;
  lines: number;
  discrepancies: number;
  author: string;
  createdAt: Date;
}

export interface FileDiscrepancy {
  id: string;
  /**
   * `missing_here`: a line of the file matches no row of the gateway. `missing_there`: an entry of the period has no line in the file.
   * `amount`: the line and the row have different amounts. `twice`: the file has more lines than the gateway has rows.
   */
  kind: 'missing_here' | 'missing_there' | 'amount' | 'twice';
  /** Number of the line in the file. Null for `missing_there`. */
  atLine: number | null;
  reference: string;
  /** Minor units: the amount in the ledger (null when it has no such reference), and the amount in the file (null for `missing_there`). */
  ledgerMinor: number | null;
  fileMinor: number | null;
  currency: string;
}

/** A line of a provider's file that matches no row of the gateway. */
export interface UnmatchedLine {
  importedAt: Date;
  provider: string;
  reference: string;
  /** Below zero when the provider took money back. */
  amountMinor: number;
  currency: string;
}

const SELECT_SUMMARIES = `
  SELECT id, name, digest, provider, test, from_at AS "from", to_at AS "to", state, lines, author, created_at AS "createdAt",
    (SELECT count(*)::int FROM settlement_file_discrepancy d WHERE d.file_id = f.id) AS discrepancies
  FROM settlement_file f`;

@Injectable()
export class SettlementFilesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. @param after the last file of the previous page. */
  list(limit: number, after: SeekCursor | null = null): Promise<SettlementFileSummary[]> {
    return this.dataSource.query<SettlementFileSummary[]>(
      `${SELECT_SUMMARIES} WHERE ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3)) ORDER BY created_at DESC, id DESC LIMIT $1`,
      [limit, after?.at ?? null, after?.id ?? null],
    );
  }

  async find(fileId: string): Promise<SettlementFileSummary | null> {
    const [file] = await this.dataSource.query<SettlementFileSummary[]>(`${SELECT_SUMMARIES} WHERE id = $1`, [fileId]);
    return file ?? null;
  }

  async exists(fileId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>('SELECT FROM settlement_file WHERE id = $1', [fileId]);
    return rows.length > 0;
  }

  countByKind(fileId: string): Promise<{ kind: string; discrepancies: number }[]> {
    return this.dataSource.query(
      'SELECT kind, count(*)::int AS discrepancies FROM settlement_file_discrepancy WHERE file_id = $1 GROUP BY kind ORDER BY kind',
      [fileId],
    );
  }

  /** Unmatched lines of the files whose period ends later than `since`, oldest file first. */
  async listUnmatchedLines(since: Date): Promise<UnmatchedLine[]> {
    const rows = await this.dataSource.query<(Omit<UnmatchedLine, 'amountMinor'> & { amountMinor: string })[]>(
      `SELECT f.created_at AS "importedAt", f.provider, d.reference, d.file_minor AS "amountMinor", d.currency
       FROM settlement_file f JOIN settlement_file_discrepancy d ON d.file_id = f.id
       WHERE f.to_at > $1 AND d.kind = 'missing_here' ORDER BY f.created_at, d.id`,
      [since],
    );
    return rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor) }));
  }

  /** A page of discrepancies by id. @param after id of the last discrepancy of the previous page, `0` for the first page. */
  async discrepancies(fileId: string, after: string, limit: number): Promise<FileDiscrepancy[]> {
    const rows = await this.dataSource.query<
      (Omit<FileDiscrepancy, 'ledgerMinor' | 'fileMinor'> & Record<'here' | 'there', string | null>)[]
    >(
      `SELECT id, kind, at_line AS "atLine", reference, ledger_minor AS here, file_minor AS there, currency
       FROM settlement_file_discrepancy WHERE file_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [fileId, after, limit],
    );
    return rows.map(({ here, there, ...row }) => ({ ...row, ledgerMinor: parseMinor(here), fileMinor: parseMinor(there) }));
  }
}

const parseMinor = (text: string | null): number | null => (text === null ? null : Number(text));
