import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type NamedQuery, runNamed } from '../../../runtime/database/named-query.js';
import { withoutStatementTimeout } from '../../../runtime/database/without-statement-timeout.js';
import { DELETE_ZERO_COUNTERS } from '../compact-statements.js';
import type { List } from '../lists/list.js';
import { CountedLists } from './counted-lists.js';
import { COUNTED_NAMES, scopesWithRows } from './scope-statements.js';
import { compareBuckets, compareTotals, nextDay, ONE_REPAIR_AT_A_TIME } from './verify-statements.js';
import { recordChange } from '../../audit/audited.js';

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
  /** Corrects wrong counters. */
  repair?: boolean;
  onProgress?: (progress: { rowsDone: number; rowsTotal: number }) => void;
  /** Approximate number of rows per statement. A statement reads at least a whole day. */
  batchSize?: number;
}

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
 * Verifies the counters of all lists against the rows: per list and status, for each minute, hour and day, and for the whole list. May run while
 * the gateway is running: each batch reads one snapshot, no writer waits and no count is lost.
 */
@Injectable()
export class VerifyCountersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: CountedLists,
  ) {}

  async run(options: VerifyCountersOptions = {}): Promise<CounterVerification> {
    const found: CounterVerification = { lists: 0, rows: 0, wrong: 0, examples: [], undeclared: [] };
    const counted = await this.names(COUNTED_NAMES);
    const declared = this.lists.all();
    found.undeclared = counted.filter((name) => !declared.some((list) => name.startsWith(`${list.name}:`)));
    const rowsTotal = await this.countedRows();
    for (const list of declared) {
      const scopes = new Set([...(await this.names(scopesWithRows(list))), ...counted.flatMap((name) => scopeOf(list, name))]);
      for (const scope of scopes) {
        found.lists += 1;
        for await (const wrong of this.compare(list, scope, options)) {
          found.rows += wrong.rows;
          found.wrong += wrong.counters.length;
          found.examples.push(...wrong.counters.slice(0, MAX_EXAMPLES - found.examples.length));
          options.onProgress?.({ rowsDone: found.rows, rowsTotal });
        }
      }
    }
    return found;
  }

  /** Compares days, hours and minutes batch by batch, then the whole list. */
  private async *compare(list: List, scope: string, { repair = false, batchSize = 50_000 }: VerifyCountersOptions) {
    const name = list.counter(scope);
    for (let from = '-infinity'; from !== 'infinity';) {
      const [next] = await runNamed<{ day: Date }>(this.dataSource, nextDay(list), [scope, from, batchSize]);
      const until = next?.day.toISOString() ?? 'infinity';
      yield await this.batch(name, compareBuckets(list, repair), [scope, name, from, until], repair);
      from = until;
    }
    yield await this.batch(name, compareTotals(repair), [name], repair);
  }

  private async batch(
    list: string,
    statement: NamedQuery,
    values: unknown[],
    repair: boolean,
  ): Promise<{ rows: number; counters: CounterMismatch[] }> {
    const compared = await withoutStatementTimeout(this.dataSource, async (tx) => {
      if (repair) await runNamed(tx, ONE_REPAIR_AT_A_TIME, []);
      const differences = await runNamed<ComparedRow & object>(tx, statement, values);
      if (repair) await deleteZeroCounters(tx, list, differences);
      const counters = differences.filter(({ level }) => level !== null).length;
      if (repair && counters > 0) await recordChange(tx, { action: 'counters.repair', subject: 'list', id: list, after: { counters } });
      return differences;
    });
    return {
      rows: Number(compared[0]?.rows ?? 0),
      counters: compared.flatMap(({ level, status, bucket, off }) =>
        level === null ? [] : [{ list, of: LEVELS[level] ?? 'list', status, since: bucket, off: Number(off) }],
      ),
    };
  }

  private async names(statement: NamedQuery): Promise<string[]> {
    const names: string[] = [];
    for (let more = NAMES_BATCH_SIZE; more === NAMES_BATCH_SIZE;) {
      const found = await runNamed<{ name: string }>(this.dataSource, statement, [names.at(-1) ?? '', NAMES_BATCH_SIZE]);
      names.push(...found.map(({ name }) => name));
      more = found.length;
    }
    return names;
  }

  /** Number of rows according to the counters, for the progress. */
  private async countedRows(): Promise<number> {
    const [counted] = await this.dataSource.query<{ rows: number }[]>(
      `SELECT coalesce(sum(count), 0)::float8 AS rows FROM listing_counter WHERE level = 0`,
    );
    return counted?.rows ?? 0;
  }
}

const scopeOf = (list: List, name: string): string[] => (name.startsWith(`${list.name}:`) ? [name.slice(list.name.length + 1)] : []);

/** Deletes corrected counters that are zero now. */
async function deleteZeroCounters(tx: EntityManager, list: string, compared: readonly ComparedRow[]): Promise<void> {
  const wrong = compared.filter(({ level }) => level !== null);
  if (wrong.length === 0) return;
  await runNamed(tx, DELETE_ZERO_COUNTERS, [
    wrong.map(() => list),
    wrong.map(({ level }) => level),
    wrong.map(({ status }) => status),
    wrong.map(({ bucket }) => bucket),
  ]);
}
