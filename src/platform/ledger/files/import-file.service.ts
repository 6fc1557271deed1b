import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../common/time/clocks.js';
import { InvalidFileError, FileAlreadyImportedError } from './file-rejected.js';
import type { FileFormat, FileLine } from './file-format.js';
import { LOAD_LINES, matchLines, missingInFile, NEXT_FILE_RANGE } from './file-statements.js';
import { readSettlementFile } from './read-file.js';
import { Parts } from '../../products/parts.js';
import { recordChange } from '../../audit/audited.js';

export interface SettlementFile {
  path: string;
  format: FileFormat;
  /** The provider that sent the file: an operator, a channel or `sms`. */
  provider: string;
  /** The period that the file covers: from (included) to (excluded). */
  from: Date;
  to: Date;
  test: boolean;
  author: string;
}

export interface ImportResult {
  id: string;
  /** True when the file was already compared, so that nothing was changed. */
  repeated: boolean;
  lines: number;
}

interface ImportOptions {
  /**
   * Called after each step with the completed fraction, up to 1. If it throws, the import stops. Importing the file again continues the
   * import.
   */
  onProgress?: (fraction: number) => void;
  /** Lines or entries in one transaction. */
  batchSize?: number;
}

/** Digests of the first reading, which the second reading must match. */
interface FirstReading {
  digest: string;
  /** One digest of the lines of each batch. */
  batches: readonly string[];
}

/**
 * Progress of an import. `loading`: the lines are stored. `matching`: the lines are looked up among the gateway's rows. `walking`: the
 * entries of the period are looked up among the lines. `done`: all discrepancies are written.
 */
interface FileRow {
  state: 'loading' | 'matching' | 'walking' | 'done';
  lines: number;
  /** Number of lines that are stored. */
  loaded: number;
  /** Number of lines that are compared with the gateway's rows. */
  matched: number;
}

/** Reading, loading and matching are one third of the progress each. Walking is not counted. */
const PROGRESS_STEPS = 3;
const FILE_CHANGED = 'the file was changed while it was read';

/**
 * Imports a provider's settlement file and compares it with the gateway's rows in both directions. It moves no money. The file is read to
 * its end before anything is written, and is identified by its digest. The comparison runs in batches, each in its own transaction. An
 * interrupted import continues where it stopped.
 */
@Injectable()
export class ImportFileService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly parts: Parts,
  ) {}

  /**
   * @throws InvalidFileError when a line is invalid, before anything is written, or when the file was changed between the two readings.
   * @throws FileAlreadyImportedError when the same file was imported for another provider, period or kind of money.
   */
  async run(file: SettlementFile, { onProgress, batchSize = 10_000 }: ImportOptions = {}): Promise<ImportResult> {
    const { path, format } = file;
    const batches: string[] = [];
    const { digest, lines } = await readSettlementFile(path, format, batchSize, (batch, fraction) => {
      batches.push(digestOf(batch));
      onProgress?.(fraction / PROGRESS_STEPS);
      return Promise.resolve();
    });
    const id = await this.open(file, digest, lines);
    const reportProgress = ({ loaded, matched }: FileRow): void => onProgress?.((1 + loaded / lines + matched / lines) / PROGRESS_STEPS);
    const initialRow = await this.readRow(this.dataSource.manager, id);
    if (initialRow.state === 'loading') await this.load(id, file, { digest, batches }, batchSize, reportProgress);
    while ((await this.readRow(this.dataSource.manager, id)).state === 'matching') reportProgress(await this.match(id, file, batchSize));
    while ((await this.readRow(this.dataSource.manager, id)).state === 'walking') reportProgress(await this.walk(id, file, batchSize));
    return { id, repeated: initialRow.state === 'done', lines };
  }

  private async open({ path, provider, from, to, test, author }: SettlementFile, digest: string, lines: number): Promise<string> {
    const now = this.clock.now();
    const name = basename(path);
    await this.dataSource.transaction(async (tx) => {
      const id = uuidv7();
      const inserted = await tx.query<unknown[]>(
        `INSERT INTO settlement_file (id, digest, name, provider, test, from_at, to_at, author, lines, state, walked_at, walked_id, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'loading', $6, '00000000-0000-0000-0000-000000000000', $10, $10) ON CONFLICT (digest) DO NOTHING RETURNING id`,
        [id, digest, name, provider, test, from, to, author, lines, now],
      );
      if (inserted.length > 0)
        await recordChange(tx, {
          action: 'settlement.import',
          subject: 'settlement_file',
          id,
          after: { name, provider, test, from, to, lines },
        });
    });
    const [stored] = await this.dataSource.query<{ id: string; same: boolean }[]>(
      'SELECT id, (provider, test, from_at, to_at, lines) = ($2, $3, $4, $5, $6) AS same FROM settlement_file WHERE digest = $1',
      [digest, provider, test, from, to, lines],
    );
    if (!stored?.same) throw new FileAlreadyImportedError(name);
    return stored.id;
  }

  /** Reads the file again and stores its lines. The file must not have changed since the first reading, which has checked every line. */
  private async load(
    id: string,
    { path, format }: SettlementFile,
    { digest, batches }: FirstReading,
    batchSize: number,
    reportProgress: (row: FileRow) => void,
  ): Promise<void> {
    let firstLine = 1;
    let batchIndex = 0;
    const secondReading = await readSettlementFile(path, format, batchSize, async (lines) => {
      if (digestOf(lines) !== batches[batchIndex]) throw new InvalidFileError(lines[0]?.atLine ?? 1, FILE_CHANGED);
      batchIndex += 1;
      reportProgress(await this.dataSource.transaction((tx) => this.loadBatch(tx, id, firstLine, lines)));
      firstLine += lines.length;
    });
    if (secondReading.digest !== digest) throw new InvalidFileError(1, FILE_CHANGED);
    await this.dataSource.query(`UPDATE settlement_file SET state = 'matching' WHERE id = $1 AND state = 'loading' AND loaded = lines`, [
      id,
    ]);
  }

  /** Stores the lines that an interrupted import has not stored yet. */
  private async loadBatch(tx: EntityManager, id: string, firstLine: number, lines: readonly FileLine[]): Promise<FileRow> {
    const row = await this.readRow(tx, id, 'FOR NO KEY UPDATE');
    const newLines = lines.slice(Math.max(0, row.loaded + 1 - firstLine));
    if (newLines.length === 0) return row;
    await tx.query(LOAD_LINES, [
      id,
      newLines.map((_, index) => row.loaded + 1 + index),
      newLines.map(({ atLine }) => atLine),
      newLines.map(({ reference }) => reference),
      newLines.map(({ gatewayReference }) => gatewayReference),
      newLines.map(({ amountMinor }) => amountMinor),
      newLines.map(({ currency }) => currency),
    ]);
    return this.advance(tx, id, { ...row, loaded: row.loaded + newLines.length });
  }

  private match(id: string, { provider, test }: SettlementFile, batchSize: number): Promise<FileRow> {
    return this.dataSource.transaction(async (tx) => {
      const row = await this.readRow(tx, id, 'FOR NO KEY UPDATE');
      if (row.state !== 'matching') return row;
      const matched = Math.min(row.matched + batchSize, row.lines);
      await tx.query(matchLines(this.parts.settlementSourcesOf(provider)), [provider, test, id, row.matched, matched]);
      return this.advance(tx, id, { ...row, matched, state: matched === row.lines ? 'walking' : 'matching' });
    });
  }

  private walk(id: string, { provider, test }: SettlementFile, batchSize: number): Promise<FileRow> {
    return this.dataSource.transaction(async (tx) => {
      const row = await this.readRow(tx, id, 'FOR NO KEY UPDATE');
      if (row.state !== 'walking') return row;
      const [range] = await tx.query<{ at: string; id: string; last: boolean }[]>(NEXT_FILE_RANGE, [id, batchSize]);
      if (!range) throw new Error(`Settlement file ${id} has no next range of entries`);
      await tx.query(missingInFile(this.parts.settlementSourcesOf(provider)), [provider, test, id, range.at, range.id]);
      await tx.query('UPDATE settlement_file SET walked_at = $2, walked_id = $3 WHERE id = $1', [id, range.at, range.id]);
      return this.advance(tx, id, { ...row, state: range.last ? 'done' : 'walking' });
    });
  }

  private async advance(tx: EntityManager, id: string, row: FileRow): Promise<FileRow> {
    await tx.query('UPDATE settlement_file SET state = $2, loaded = $3, matched = $4, updated_at = $5 WHERE id = $1', [
      id,
      row.state,
      row.loaded,
      row.matched,
      this.clock.now(),
    ]);
    return row;
  }

  private async readRow(tx: EntityManager, id: string, lock: '' | 'FOR NO KEY UPDATE' = ''): Promise<FileRow> {
    const [row] = await tx.query<FileRow[]>(`SELECT state, lines, loaded, matched FROM settlement_file WHERE id = $1 ${lock}`, [id]);
    if (!row) throw new Error(`There is no settlement file ${id}`);
    return row;
  }
}

function digestOf(lines: readonly FileLine[]): string {
  return createHash('sha256').update(JSON.stringify(lines)).digest('hex');
}
