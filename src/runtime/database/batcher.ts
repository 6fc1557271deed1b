import { withoutTrace } from '../tracing/without-trace.js';
import { outsidePoolQuotas } from './pool-quotas/requester.js';

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer | undefined) => void;
  reject: (failure: unknown) => void;
}

/**
 * Puts requests that come at the same moment into one query. Nothing waits for a timer: a query starts at once while fewer than `atOnce` are
 * under way, and requests that come meanwhile share the next one.
 */
export class Batcher<Item, Answer> {
  private waiting: Waiting<Item, Answer>[] = [];
  private underWay = 0;
  private starting = false;

  /**
   * @param askTogether returns the answers in the order of the items; undefined for one that has to be asked alone.
   * @param most items in one query.
   * @param onFailure called when a whole query failed. Each item is then to be asked alone, unless this throws: then each fails with that.
   * @param atOnce queries under way.
   */
  constructor(
    private readonly askTogether: (items: Item[]) => Promise<(Answer | undefined)[]>,
    private readonly most: number,
    private readonly onFailure: (error: unknown) => void,
    private readonly atOnce = 1,
  ) {}

  /** @returns undefined when the item has to be asked alone. @throws what `onFailure` threw. */
  ask(item: Item): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.underWay < this.atOnce && !this.starting) void outsidePoolQuotas(() => withoutTrace(() => this.askAll()));
    });
  }

  private async askAll(): Promise<void> {
    this.underWay += 1;
    this.starting = true;
    await new Promise(setImmediate); // items of this turn of the event loop share the query
    this.starting = false;
    while (this.waiting.length > 0) await this.askNext(this.waiting.splice(0, this.most));
    this.underWay -= 1;
  }

  private async askNext(asked: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.askTogether(asked.map(({ item }) => item)).catch((error: unknown) => {
        this.onFailure(error);
        return [];
      });
      asked.forEach(({ resolve }, index) => resolve(answers[index]));
    } catch (failure) {
      for (const { reject } of asked) reject(failure);
    }
  }
}
