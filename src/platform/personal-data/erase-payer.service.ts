import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import type { PersonalDataSource } from '../products/personal-data-source.js';
import { Parts } from '../products/parts.js';
import { type ErasureCount, Erasures } from './erasures.js';
import type { PayerIdentifier } from './payer-identifier.js';

const BATCH_SIZE = 500;

export interface EraseOptions {
  /** Null means a dry run that changes nothing. */
  author: string | null;
  /** Called before the first batch of a table and after each batch. If it throws, the work ends between two batches. */
  onProgress: (rowsDone: number, rowsTotal: number) => void;
}

interface ScannedRow {
  /** Values of the primary key as text. */
  key: string[];
  mentioned: boolean;
  /** Why the row cannot be erased yet. Null when it can. */
  blockedReason: string | null;
}

/**
 * Erases a payer from all rows except those that are still needed. Reads all tables that name payers in batches. Each batch is a
 * transaction, so an interrupted run keeps its finished batches and may be repeated.
 */
@Injectable()
export class ErasePayerService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly parts: Parts,
    private readonly erasures: Erasures,
  ) {}

  async run(payer: PayerIdentifier, { author, onProgress }: EraseOptions): Promise<ErasureCount[]> {
    const sources = this.parts.personalData;
    const rowsTotal = await estimatedRows(
      this.dataSource.manager,
      sources.map(({ table }) => table),
    );
    let rowsDone = 0;
    const reportRows = (rows: number): void => onProgress((rowsDone += rows), Math.max(rowsTotal, rowsDone));
    const erasureId = author === null ? null : await this.erasures.begin(payer, author);
    const results: ErasureCount[] = [];
    for (const source of sources) results.push(await this.eraseSource(source, payer.identifierPattern, author !== null, reportRows));
    if (erasureId !== null) await this.erasures.finish(erasureId, results);
    return results;
  }

  private async eraseSource(
    source: PersonalDataSource,
    payerPattern: string,
    shouldErase: boolean,
    reportRows: (rows: number) => void,
  ): Promise<ErasureCount> {
    const result: ErasureCount = { name: source.name, found: 0, erased: 0, waiting: [], waitingHint: source.blockedHint ?? null };
    let cursor: string[] | null = null;
    reportRows(0);
    for (;;) {
      const rows: ScannedRow[] = await this.eraseBatch(source, payerPattern, shouldErase, cursor, result);
      reportRows(rows.length);
      if (rows.length < BATCH_SIZE) return result;
      cursor = rows.at(-1)?.key ?? null;
    }
  }

  private eraseBatch(
    source: PersonalDataSource,
    payerPattern: string,
    shouldErase: boolean,
    cursor: string[] | null,
    result: ErasureCount,
  ): Promise<ScannedRow[]> {
    return this.dataSource.transaction(async (tx) => {
      const rows = await nextRows(tx, source, payerPattern, cursor);
      const mentioningRows = rows.filter(({ mentioned }) => mentioned);
      const erasable = mentioningRows.filter(({ blockedReason }) => blockedReason === null);
      const erased = shouldErase && erasable.length > 0 ? await source.erase(tx, erasable.map(({ key }) => key), payerPattern, this.clock.now()) : 0; // prettier-ignore
      result.found += mentioningRows.length;
      result.erased += erased;
      for (const { key, blockedReason } of mentioningRows)
        if (blockedReason !== null) result.waiting.push({ key: key.join(' '), why: blockedReason });
      return rows;
    });
  }
}

/**
 * The next rows by primary key, with a flag for rows that mention the payer.
 * @param payerPattern regular expression of the payer's identifier. @param after key of the previous row. Null means from the first row.
 */
function nextRows(tx: EntityManager, source: PersonalDataSource, payerPattern: string, after: readonly string[] | null) {
  const { table, key, searchedTextSql, blockedReasonSql = 'NULL' } = source;
  const columns = key.map(({ column }) => `t.${column}`).join(', ');
  const cursor = key.map(({ type }, index) => `$${index + 3}::${type}`).join(', ');
  return tx.query<ScannedRow[]>(
    `SELECT ARRAY[${key.map(({ column }) => `t.${column}::text`).join(', ')}] AS key, t.mentioned, CASE WHEN t.mentioned THEN ${blockedReasonSql} END AS "blockedReason"
     FROM (
       SELECT t.*, coalesce(${searchedTextSql} ~* $1, false) AS mentioned FROM ${table} t
       ${after ? `WHERE (${columns}) > (${cursor})` : ''} ORDER BY ${columns} LIMIT $2
     ) t ORDER BY ${columns}`,
    [payerPattern, BATCH_SIZE, ...(after ?? [])],
  );
}

/** The approximate number of rows in the tables, from the database's statistics. */
async function estimatedRows(tx: EntityManager, tables: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ rows: number }[]>(
    `SELECT coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 AS rows FROM pg_class c
     WHERE c.oid IN (SELECT name::regclass FROM unnest($1::text[]) AS scanned (name))`,
    [tables],
  );
  return row?.rows ?? 0;
}
