import { withoutTrace } from '../tracing/spans.js';
import { outsidePoolQuotas } from './pool-quotas/requester.js';

/** An item that waits for its query, or whose query is running. */
interface PendingItem<Item, Result> {
  item: Item;
  resolve: (result: Result | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Puts concurrent requests into one query, without a timer. A query starts immediately while fewer than `maxConcurrent` queries run.
 * Requests that arrive while `maxConcurrent` queries run share the next query.
 */
export class Batcher<Item, Result> {
  private waiting: PendingItem<Item, Result>[] = [];
  private runningQueries = 0;
  /** Whether a query is about to start. It will take the waiting items, so a new item needs no further query. */
  private isStarting = false;

  /**
   * @param queryAll returns the results in the order of the items. A result is undefined when its item must be queried alone.
   * @param maxItems items in one query.
   * @param onFailure called when a whole query failed. If `onFailure` throws, each item fails with that error. Otherwise the result of each
   * item is undefined, so the caller must query the item alone.
   * @param maxConcurrent queries that run at the same time.
   */
  constructor(
    private readonly queryAll: (items: Item[]) => Promise<(Result | undefined)[]>,
    private readonly maxItems: number,
    private readonly onFailure: (error: unknown) => void,
    private readonly maxConcurrent = 1,
  ) {}

  /** @returns undefined when the caller must query the item alone. @throws the error that `onFailure` threw. */
  query(item: Item): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.runningQueries < this.maxConcurrent && !this.isStarting) void outsidePoolQuotas(() => withoutTrace(() => this.runQueries()));
    });
  }

  private async runQueries(): Promise<void> {
    this.runningQueries += 1;
    this.isStarting = true;
    await new Promise(setImmediate); // items of the same event loop iteration share the query
    this.isStarting = false;
    while (this.waiting.length > 0) await this.runQuery(this.waiting.splice(0, this.maxItems));
    this.runningQueries -= 1;
  }

  private async runQuery(batch: PendingItem<Item, Result>[]): Promise<void> {
    try {
      const results = await this.queryAll(batch.map(({ item }) => item)).catch((error: unknown) => {
        this.onFailure(error);
        return [];
      });
      batch.forEach(({ resolve }, index) => resolve(results[index]));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
