import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { type WriteOnceResult, writeOnce } from '../manual/write-once.js';
import { Ledger } from '../ledger.service.js';
import { type SettledAmount, settlementEntry } from './settlement-entry.js';
import { CLAIM_RANGE, NEXT_SETTLEMENT_RANGE, SETTLED_TOTALS } from './settlement-statements.js';
import { PeriodNotOverError } from './period-not-over.js';
import { lockSettlements } from './settlement-lock.js';
import { recordChange } from '../../audit/audited.js';

export interface Settlement {
  /** The provider's reference of the settlement. Each reference is settled once. */
  reference: string;
  /** The operator, channel or `sms` whose clearing account is settled. */
  provider: string;
  /** The period, by the business time of the entries: from (included) to (excluded). */
  from: Date;
  to: Date;
  /** Whether test money is settled. */
  test: boolean;
  author: string;
  /** The proposal that was approved, for the audit. */
  proposalId?: string;
}

/** Totals of a currency in minor units: money that has left the clearing account, and money that has become available to partners. */
export interface SettledTotals {
  currency: string;
  clearedMinor: number;
  availableMinor: number;
}

export interface SettleResult {
  id: string;
  /** True when the settlement was already done, so that nothing was changed. */
  repeated: boolean;
  sums: SettledTotals[];
}

interface SettleOptions {
  /** Called after each batch with the time up to which the period is settled. If the callback throws, the settlement stops there. */
  onProgress?: (doneUntil: Date) => void;
  /** Number of entries that one transaction reads. Entries of other providers count, too. */
  batchSize?: number;
}

/** Entries of a period may be committed this long after its end. No transaction that posts entries lasts longer. */
const MAX_COMMIT_DELAY_MS = 10 * 60_000;

/**
 * Settles a period: the provider has paid the money that it collected. The clearing account is cleared against liquidity, and the partners'
 * earnings through this provider become available. Each batch is a transaction that claims entries and moves their money. Therefore an
 * interrupted settlement continues where it stopped, and an entry is settled once for each provider even when periods overlap.
 */
@Injectable()
export class SettleService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly ledger: Ledger,
  ) {}

  /**
   * @throws PeriodNotOverError when entries of the period may still be committed.
   * @throws ReferenceTakenError when the reference was used for another settlement.
   */
  async run(settlement: Settlement, { onProgress, batchSize = 5_000 }: SettleOptions = {}): Promise<SettleResult> {
    const { id } = await this.dataSource.transaction((tx) => this.open(tx, settlement));
    const wasDone = await this.isDone(id);
    for (let isOpen = !wasDone; isOpen;) {
      const { done, doneUntil } = await this.settleOneBatch(id, settlement, batchSize);
      onProgress?.(doneUntil);
      isOpen = !done;
    }
    return { id, repeated: wasDone, sums: await this.readSums(id) };
  }

  /**
   * Writes the row of a settlement. `settleOneBatch` settles its batches.
   * @throws PeriodNotOverError, ReferenceTakenError as `run` does.
   */
  async open(tx: EntityManager, { reference, provider, from, to, test, author, proposalId }: Settlement): Promise<WriteOnceResult> {
    const now = this.clock.now();
    this.rejectUnlessPeriodOver(to);
    const content = { provider, from_at: from, to_at: to, test, author };
    const otherColumns = { state: 'open', done_at: from, done_id: ZERO_ID, created_at: now, updated_at: now };
    await lockSettlements(tx, { provider, test });
    const written = await writeOnce(tx, 'settlement', 'a settlement', { reference, content, otherColumns });
    const after = { reference, ...content, ...(proposalId !== undefined && { proposal: proposalId }) };
    if (!written.repeated) await recordChange(tx, { action: 'settlement.settle', subject: 'settlement', id: written.id, after });
    return written;
  }

  /** Settles the next batch of an open settlement. */
  settleOneBatch(id: string, settlement: Pick<Settlement, 'provider' | 'test'>, batchSize = 5_000): Promise<Progress> {
    return this.dataSource.transaction((tx) => this.settleBatch(tx, id, settlement, batchSize));
  }

  /** @throws PeriodNotOverError when entries of the period may still be committed. */
  rejectUnlessPeriodOver(to: Date): void {
    if (to.getTime() > this.clock.now().getTime() - MAX_COMMIT_DELAY_MS) throw new PeriodNotOverError(to, MAX_COMMIT_DELAY_MS);
  }

  private async isDone(id: string): Promise<boolean> {
    const [row] = await this.dataSource.query<{ state: string }[]>('SELECT state FROM settlement WHERE id = $1', [id]);
    return row?.state === 'done';
  }

  /** Settles a batch and stores the progress in the settlement's row, from which a later run continues. */
  private async settleBatch(
    tx: EntityManager,
    id: string,
    { provider, test }: Pick<Settlement, 'provider' | 'test'>,
    batchSize: number,
  ): Promise<Progress> {
    await lockSettlements(tx, { provider, test });
    const [row] = await tx.query<SettlementRow[]>('SELECT state, to_at, batch_count FROM settlement WHERE id = $1 FOR NO KEY UPDATE', [id]);
    if (!row) throw new Error(`There is no settlement ${id}`);
    if (row.state === 'done') return { done: true, doneUntil: row.to_at };
    const [range] = await tx.query<BatchRange[]>(NEXT_SETTLEMENT_RANGE, [id, batchSize]);
    if (!range) throw new Error(`Settlement ${id} has no next range of entries`);
    const number = row.batch_count + 1;
    const [batch] = await tx.query<{ id: string }[]>('INSERT INTO settlement_batch (settlement_id, number) VALUES ($1, $2) RETURNING id', [
      id,
      number,
    ]);
    const sums = await tx.query<SettledAmount[]>(CLAIM_RANGE, [id, batch?.id, range.at, range.id]);
    const now = this.clock.now();
    await tx.query(`UPDATE settlement SET done_at = $2, done_id = $3, batch_count = $4, state = $5, updated_at = $6 WHERE id = $1`, [
      id,
      range.at,
      range.id,
      number,
      range.last ? 'done' : 'open',
      now,
    ]);
    const entry = settlementEntry(`${id}:${number}`, test, now, sums);
    if (entry) await this.ledger.post(tx, entry);
    return { done: range.last, doneUntil: new Date(range.at) };
  }

  private async readSums(id: string): Promise<SettledTotals[]> {
    const rows = await this.dataSource.query<{ account: string; currency: string; total: string }[]>(SETTLED_TOTALS, [id]);
    const currencies = [...new Set(rows.map(({ currency }) => currency))];
    const totalOf = (account: string, currency: string): number =>
      Number(rows.find((row) => row.account === account && row.currency === currency)?.total ?? 0);
    return currencies.map((currency) => ({
      currency,
      clearedMinor: totalOf('platform:liquidity', currency),
      availableMinor: totalOf('partner:pending', currency),
    }));
  }
}

/** Smaller than every entry's id. */
const ZERO_ID = '00000000-0000-0000-0000-000000000000';

interface SettlementRow {
  state: string;
  to_at: Date;
  batch_count: number;
}

/** The end of the batch: time and id of its last entry, or the end of the period. */
interface BatchRange {
  at: string;
  id: string;
  last: boolean;
}

interface Progress {
  done: boolean;
  doneUntil: Date;
}
