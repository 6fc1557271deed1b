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
  /** Of the party's own settlement. A reference is settled once. */
  reference: string;
  /** Owner of the clearing account: an operator, a channel, or `sms`. */
  party: string;
  /** The period, by the business time of the entries: from (included) to (excluded). */
  from: Date;
  to: Date;
  /** Test money. */
  test: boolean;
  author: string;
  /** The proposal that was approved, for the audit. */
  proposalId?: string;
}

/** Minor units by currency: money that has left the clearing account, and money that has become available to partners. */
export interface SettledTotals {
  currency: string;
  clearedMinor: number;
  availableMinor: number;
}

export interface SettleResult {
  id: string;
  /** The settlement was done before, and nothing was done now. */
  repeated: boolean;
  sums: SettledTotals[];
}

interface SettleOptions {
  /** Called after each batch with the time up to which the period is settled. If it throws, the settlement stops there. */
  onProgress?: (doneUntil: Date) => void;
  /** Entries walked in one transaction. */
  batchSize?: number;
}

/** Entries of the period may be committed this long after its end: longer than any transaction of the gateway lasts. */
const AT_REST_MS = 10 * 60_000;

/**
 * A party has paid what it took in a period: its clearing account is cleared against liquidity, and the earnings of partners through it become
 * available. Each batch is a transaction that claims entries and moves their money, so an interrupted settlement continues where it stopped,
 * and an entry is settled once for each party even when periods overlap.
 */
@Injectable()
export class SettleService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly ledger: Ledger,
  ) {}

  /**
   * @throws PeriodNotOverError when something of the period may still be under way.
   * @throws ReferenceTakenError when the reference was used for another settlement.
   */
  async run(settlement: Settlement, { onProgress, batchSize = 5_000 }: SettleOptions = {}): Promise<SettleResult> {
    const { id } = await this.dataSource.transaction((tx) => this.open(tx, settlement));
    const isDone = await this.isDone(id);
    for (let goesOn = !isDone; goesOn;) {
      const { done, doneUntil } = await this.goOn(id, settlement, batchSize);
      onProgress?.(doneUntil);
      goesOn = !done;
    }
    return { id, repeated: isDone, sums: await this.sumsOf(id) };
  }

  /**
   * Begins a settlement, whose batches follow.
   * @throws PeriodNotOverError, ReferenceTakenError as `run` does.
   */
  async open(tx: EntityManager, { reference, party, from, to, test, author, proposalId }: Settlement): Promise<WriteOnceResult> {
    const now = this.clock.now();
    this.refuseUnlessOver(to);
    const content = { party, from_at: from, to_at: to, test, author };
    const besides = { state: 'open', done_at: from, done_id: FIRST_ID, created_at: now, updated_at: now };
    await lockSettlements(tx, { party, test });
    const written = await writeOnce(tx, 'settlement', 'a settlement', { reference, content, besides });
    const after = { reference, ...content, ...(proposalId !== undefined && { proposal: proposalId }) };
    if (!written.repeated) await recordChange(tx, { action: 'settlement.settle', subject: 'settlement', id: written.id, after });
    return written;
  }

  /** One more batch of a settlement that was opened. */
  goOn(id: string, of: Pick<Settlement, 'party' | 'test'>, batchSize = 5_000): Promise<Progress> {
    return this.dataSource.transaction((tx) => this.batch(tx, id, of, batchSize));
  }

  /** @throws PeriodNotOverError when something of the period may still be under way. */
  refuseUnlessOver(to: Date): void {
    if (to.getTime() > this.clock.now().getTime() - AT_REST_MS) throw new PeriodNotOverError(to, AT_REST_MS);
  }

  private async isDone(id: string): Promise<boolean> {
    const [row] = await this.dataSource.query<{ state: string }[]>('SELECT state FROM settlement WHERE id = $1', [id]);
    return row?.state === 'done';
  }

  /** Records its progress in the settlement's row, from which a later run continues. */
  private async batch(tx: EntityManager, id: string, { party, test }: Pick<Settlement, 'party' | 'test'>, size: number): Promise<Progress> {
    await lockSettlements(tx, { party, test });
    const [row] = await tx.query<OpenRow[]>('SELECT state, to_at, batch_count FROM settlement WHERE id = $1 FOR NO KEY UPDATE', [id]);
    if (!row) throw new Error(`There is no settlement ${id}`);
    if (row.state === 'done') return { done: true, doneUntil: row.to_at };
    const [stretch] = await tx.query<Stretch[]>(NEXT_SETTLEMENT_RANGE, [id, size]);
    if (!stretch) throw new Error(`Settlement ${id} has no period`);
    const number = row.batch_count + 1;
    const [batch] = await tx.query<{ id: string }[]>('INSERT INTO settlement_batch (settlement_id, number) VALUES ($1, $2) RETURNING id', [
      id,
      number,
    ]);
    const sums = await tx.query<SettledAmount[]>(CLAIM_RANGE, [id, batch?.id, stretch.at, stretch.id]);
    const now = this.clock.now();
    await tx.query(`UPDATE settlement SET done_at = $2, done_id = $3, batch_count = $4, state = $5, updated_at = $6 WHERE id = $1`, [
      id,
      stretch.at,
      stretch.id,
      number,
      stretch.last ? 'done' : 'open',
      now,
    ]);
    const entry = settlementEntry(`${id}:${number}`, test, now, sums);
    if (entry) await this.ledger.post(tx, entry);
    return { done: stretch.last, doneUntil: new Date(stretch.at) };
  }

  private async sumsOf(id: string): Promise<SettledTotals[]> {
    const rows = await this.dataSource.query<{ account: string; currency: string; total: string }[]>(SETTLED_TOTALS, [id]);
    const currencies = [...new Set(rows.map(({ currency }) => currency))];
    const of = (account: string, currency: string): number =>
      Number(rows.find((row) => row.account === account && row.currency === currency)?.total ?? 0);
    return currencies.map((currency) => ({
      currency,
      clearedMinor: of('platform:liquidity', currency),
      availableMinor: of('partner:pending', currency),
    }));
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface OpenRow {
  state: string;
  to_at: Date;
  batch_count: number;
}

interface Stretch {
  at: string;
  id: string;
  last: boolean;
}

interface Progress {
  done: boolean;
  doneUntil: Date;
}
