import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import type { PersonalDataSource } from '../../runtime/personal-data/personal-data-source.js';
import { PersonalDataRegistry } from '../../runtime/personal-data/personal-data-registry.js';
import type { ErasureCount } from './erasure-count.js';
import { Erasures } from './erasures.js';
import type { PayerIdentifier } from './payer-identifier.js';
import { estimatedRows, nextRows, type ScannedRow } from './scan-rows.js';

const BATCH_SIZE = 500;

export interface EraseOptions {
  /** Null means a dry run that changes nothing. */
  author: string | null;
  /** Called before the first batch of a table and after each batch. If it throws, the work ends between two batches. */
  onProgress: (rowsDone: number, rowsTotal: number) => void;
}

/**
 * Erases a payer from all rows except those that are still needed. Reads all tables that name payers in batches. Each batch is a transaction,
 * so an interrupted run keeps its finished batches and may be repeated.
 */
@Injectable()
export class ErasePayerService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly kinds: PersonalDataRegistry,
    private readonly erasures: Erasures,
  ) {}

  async run(payer: PayerIdentifier, { author, onProgress }: EraseOptions): Promise<ErasureCount[]> {
    const total = await estimatedRows(
      this.dataSource.manager,
      this.kinds.all.map(({ table }) => table),
    );
    let done = 0;
    const report = (rows: number): void => onProgress((done += rows), Math.max(total, done));
    const erasureId = author === null ? null : await this.erasures.begin(payer, author);
    const results: ErasureCount[] = [];
    for (const kind of this.kinds.all) results.push(await this.eraseKind(kind, payer.mention, author !== null, report));
    if (erasureId !== null) await this.erasures.finish(erasureId, results);
    return results;
  }

  private async eraseKind(
    kind: PersonalDataSource,
    mention: string,
    erase: boolean,
    report: (rows: number) => void,
  ): Promise<ErasureCount> {
    const result: ErasureCount = { name: kind.name, found: 0, erased: 0, waiting: [], untilThen: kind.blockedHint ?? null };
    let after: string[] | null = null;
    report(0);
    for (;;) {
      const rows: ScannedRow[] = await this.batch(kind, mention, erase, after, result);
      report(rows.length);
      if (rows.length < BATCH_SIZE) return result;
      after = rows.at(-1)?.key ?? null;
    }
  }

  private batch(
    kind: PersonalDataSource,
    mention: string,
    erase: boolean,
    after: string[] | null,
    result: ErasureCount,
  ): Promise<ScannedRow[]> {
    return this.dataSource.transaction(async (tx) => {
      const rows = await nextRows(tx, kind, mention, after, BATCH_SIZE);
      const found = rows.filter(({ mentioned }) => mentioned);
      const erasable = found.filter(({ blockedReason }) => blockedReason === null);
      const erased = erase && erasable.length > 0 ? await kind.erase(tx, erasable.map(({ key }) => key), mention, this.clock.now()) : 0; // prettier-ignore
      result.found += found.length;
      result.erased += erased;
      for (const { key, blockedReason } of found)
        if (blockedReason !== null) result.waiting.push({ key: key.join(' '), why: blockedReason });
      return rows;
    });
  }
}
