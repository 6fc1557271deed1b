import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { writeOnce } from '../by-hand/write-once.js';
import { Ledger } from '../ledger.service.js';
import { type CoveredSum, settlementEntry } from './settlement-entry.js';
import { CLAIM_STRETCH, NEXT_STRETCH, SETTLED_SO_FAR } from './settlement-statements.js';
import { PeriodNotOverError } from './period-not-over.js';
import { lockSettlements } from './settlement-turn.js';

export interface Settlement {
  /** Of the party's own settlement: the same is settled once. */
  reference: string;
  /** Whose clearing account is cleared: an operator, a channel, or `sms`. */
  party: string;
  /** Of what happened, by the time kept with each entry: from (included) to (excluded). */
  from: Date;
  to: Date;
  /** Test money. */
  test: boolean;
  author: string;
}

/** Minor units by currency: what has left the clearing account, and what has become available to partners. */
export interface SettledSums {
  currency: string;
  clearedMinor: number;
  availableMinor: number;
}

export interface SettleResult {
  id: string;
  /** It was done before, and nothing was done now. */
  repeated: boolean;
  sums: SettledSums[];
}

interface SettleOptions {
  /** Told after each batch up to when the period is settled; a throw ends it there. */
  onProgress?: (doneUntil: Date) => void;
  /** Entries walked in one transaction. */
  batchSize?: number;
}

/** What is being entered when its time is over. Longer than any transaction of the gateway lasts. */
const AT_REST_MS = 10 * 60_000;

/**
 * A party has paid what it took in a period: its clearing account is cleared against liquidity, and what partners have earned through it
 * becomes available. It goes in batches, each a transaction that claims entries and moves just their money: stopped at any moment it goes on
 * where it was, and an entry is settled once for each party whatever periods overlap.
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
   * @throws ReferenceTakenError when the reference stands for another settlement.
   */
  async run(settlement: Settlement, { onProgress, batchSize = 5_000 }: SettleOptions = {}): Promise<SettleResult> {
    const now = this.clock.now();
    if (settlement.to.getTime() > now.getTime() - AT_REST_MS) throw new PeriodNotOverError(settlement.to, AT_REST_MS);
    const { id, isDone } = await this.open(settlement, now);
    for (let goesOn = !isDone; goesOn;) {
      const { done, doneUntil } = await this.dataSource.transaction((tx) => this.batch(tx, id, settlement, batchSize));
      onProgress?.(doneUntil);
      goesOn = !done;
    }
    return { id, repeated: isDone, sums: await this.sumsOf(id) };
  }

  private open({ reference, party, from, to, test, author }: Settlement, now: Date): Promise<{ id: string; isDone: boolean }> {
    const content = { party, from_at: from, to_at: to, test, author };
    const besides = { state: 'open', done_at: from, done_id: FIRST_ID, created_at: now, updated_at: now };
    return this.dataSource.transaction(async (tx) => {
      await lockSettlements(tx, { party, test });
      const { id } = await writeOnce(tx, 'settlement', 'a settlement', { reference, content, besides });
      const [row] = await tx.query<{ state: string }[]>('SELECT state FROM settlement WHERE id = $1', [id]);
      return { id, isDone: row?.state === 'done' };
    });
  }

  /** A later run that goes on with this settlement sees how far it has come. */
  private async batch(tx: EntityManager, id: string, settlement: Settlement, size: number): Promise<Progress> {
    const { test } = settlement;
    await lockSettlements(tx, settlement);
    const [row] = await tx.query<OpenRow[]>('SELECT state, to_at, batch_count FROM settlement WHERE id = $1 FOR NO KEY UPDATE', [id]);
    if (!row) throw new Error(`There is no settlement ${id}`);
    if (row.state === 'done') return { done: true, doneUntil: row.to_at };
    const [stretch] = await tx.query<Stretch[]>(NEXT_STRETCH, [id, size]);
    if (!stretch) throw new Error(`Settlement ${id} has no period`);
    const number = row.batch_count + 1;
    const [batch] = await tx.query<{ id: string }[]>('INSERT INTO settlement_batch (settlement_id, number) VALUES ($1, $2) RETURNING id', [
      id,
      number,
    ]);
    const sums = await tx.query<CoveredSum[]>(CLAIM_STRETCH, [id, batch?.id, stretch.at, stretch.id]);
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

  private async sumsOf(id: string): Promise<SettledSums[]> {
    const rows = await this.dataSource.query<{ account: string; currency: string; total: string }[]>(SETTLED_SO_FAR, [id]);
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
