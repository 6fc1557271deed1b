import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type NamedQuery, runNamed } from '../../runtime/database/named-query.js';
import { withoutStatementTimeout } from '../../runtime/database/without-statement-timeout.js';
import { DELETE_ZERO_COUNTERS } from '../listing/compact-statements.js';
import type { List } from '../listing/lists/list.js';
import { Parts } from '../products/parts.js';
import { COUNTED_NAMES, scopesWithRows } from './scope-statements.js';
import { compareBuckets, compareTotals, nextDay, ONE_REPAIR_AT_A_TIME } from './verify-statements.js';
import { recordChange } from '../audit/audited.js';

/** A counter that differs from the number of its rows. */
export interface CounterMismatch {
  list: string;
  of: 'list' | 'day' | 'hour' | 'minute';
  status: string;
  /** Start of the day, the hour or the minute. */
  since: Date;
  /** Difference between counter and rows. Negative when the counter is too low. */
  off: number;
}

export interface CounterVerification {
  lists: number;
  rows: number;
  /** Number of counters that are wrong, or were wrong before the repair. */
  wrong: number;
  /** The first wrong counters, at most 20. */
  examples: CounterMismatch[];
  /** Names of counters of lists that no product declares. Their rows are unknown, so they are not compared. */
  undeclared: string[];
}

export interface VerifyCountersOptions {
  /** Whether wrong counters are corrected instead of only being reported. */
  repair?: boolean;
  onProgress?: (progress: { rowsDone: number; rowsTotal: number }) => void;
  /** Approximate number of rows per statement. A statement reads at least a whole day. */
  batchSize?: number;
}

/** A wrong counter. Each row has the number of compared rows. When no counter is wrong, `level` is null in the only row. */
interface ComparedRow {
  rows: string;
  level: number | null;
  status: string;
  bucket: Date;
  off: string;
}

const LEVELS = ['list', 'day', 'hour', 'minute'] as const;
const NAMES_BATCH_SIZE = 500;
const MAX_EXAMPLES = 20;

/**
 * Verifies the counters of all lists against the rows: per list and status, for each minute, hour and day, and for the whole list. May run
 * while the gateway is running: each batch reads one snapshot, no writer waits and no count is lost.
 */
@Injectable()
export class VerifyCountersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly parts: Parts,
  ) {}

  async run(options: VerifyCountersOptions = {}): Promise<CounterVerification> {
    const result: CounterVerification = { lists: 0, rows: 0, wrong: 0, examples: [], undeclared: [] };
    const countedNames = await this.readNames(COUNTED_NAMES);
    const declaredLists = this.parts.lists;
    result.undeclared = countedNames.filter((name) => !declaredLists.some((list) => name.startsWith(`${list.name}:`)));
    const rowsTotal = await this.readCountedRows();
    for (const list of declaredLists) {
      const scopes = new Set([...(await this.readNames(scopesWithRows(list))), ...countedNames.flatMap((name) => scopesIn(list, name))]);
      for (const scope of scopes) {
        result.lists += 1;
        for await (const batch of this.compare(list, scope, options)) {
          result.rows += batch.rows;
          result.wrong += batch.counters.length;
          result.examples.push(...batch.counters.slice(0, MAX_EXAMPLES - result.examples.length));
          options.onProgress?.({ rowsDone: result.rows, rowsTotal });
        }
      }
    }
    return result;
  }

  /** Compares days, hours and minutes batch by batch, then the whole list. */
  private async *compare(list: List, scope: string, { repair = false, batchSize = 50_000 }: VerifyCountersOptions) {
    const name = list.counter(scope);
    for (let from = '-infinity'; from !== 'infinity';) {
      const [next] = await runNamed<{ day: Date }>(this.dataSource, nextDay(list), [scope, from, batchSize]);
      const until = next?.day.toISOString() ?? 'infinity';
      yield await this.compareBatch(name, compareBuckets(list, repair), [scope, name, from, until], repair);
      from = until;
    }
    yield await this.compareBatch(name, compareTotals(repair), [name], repair);
  }

  private async compareBatch(
    list: string,
    statement: NamedQuery,
    values: unknown[],
    repair: boolean,
  ): Promise<{ rows: number; counters: CounterMismatch[] }> {
    const comparedRows = await withoutStatementTimeout(this.dataSource, async (tx) => {
      if (repair) await runNamed(tx, ONE_REPAIR_AT_A_TIME, []);
      const differences = await runNamed<ComparedRow & object>(tx, statement, values);
      if (repair) await deleteZeroCounters(tx, list, differences);
      const counters = differences.filter(({ level }) => level !== null).length;
      if (repair && counters > 0) await recordChange(tx, { action: 'counters.repair', subject: 'list', id: list, after: { counters } });
      return differences;
    });
    return {
      rows: Number(comparedRows[0]?.rows ?? 0),
      counters: comparedRows.flatMap(({ level, status, bucket, off }) =>
        level === null ? [] : [{ list, of: LEVELS[level] ?? 'list', status, since: bucket, off: Number(off) }],
      ),
    };
  }

  private async readNames(statement: NamedQuery): Promise<string[]> {
    const names: string[] = [];
    for (let batchLength = NAMES_BATCH_SIZE; batchLength === NAMES_BATCH_SIZE;) {
      const batch = await runNamed<{ name: string }>(this.dataSource, statement, [names.at(-1) ?? '', NAMES_BATCH_SIZE]);
      names.push(...batch.map(({ name }) => name));
      batchLength = batch.length;
    }
    return names;
  }

  /** Number of rows according to the counters, for the progress. */
  private async readCountedRows(): Promise<number> {
    const [row] = await this.dataSource.query<{ rows: number }[]>(
      `SELECT coalesce(sum(count), 0)::float8 AS rows FROM listing_counter WHERE level = 0`,
    );
    return row?.rows ?? 0;
  }
}

/** @param name name of counters. @returns the scope in this name, or an empty array when the counters belong to another list. */
const scopesIn = (list: List, name: string): string[] => (name.startsWith(`${list.name}:`) ? [name.slice(list.name.length + 1)] : []);

/** Deletes corrected counters that are zero now. */
async function deleteZeroCounters(tx: EntityManager, list: string, comparedRows: readonly ComparedRow[]): Promise<void> {
  const corrected = comparedRows.filter(({ level }) => level !== null);
  if (corrected.length === 0) return;
  await runNamed(tx, DELETE_ZERO_COUNTERS, [
    corrected.map(() => list),
    corrected.map(({ level }) => level),
    corrected.map(({ status }) => status),
    corrected.map(({ bucket }) => bucket),
  ]);
}
