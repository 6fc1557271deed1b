import { outsideTrace } from '../tracing/outside-trace.js';
import { forNobody } from './shares/requesting-side.js';

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer | undefined) => void;
  reject: (failure: unknown) => void;
}

/**
 * Asks together what is asked at the same moment. No question waits for a timer: it goes at once while fewer than so many are under
 * way, and those that come meanwhile go together next.
 */
export class Batcher<Item, Answer> {
  private waiting: Waiting<Item, Answer>[] = [];
  private underWay = 0;
  private starting = false;

  /**
   * @param askTogether answers in the order of the items; undefined means: ask for this one alone.
   * @param most items of a question.
   * @param onFailure told of a question that failed as a whole. Each of its items is then to be asked for alone; what this throws
   * instead is the failure of each.
   * @param atOnce questions under way.
   */
  constructor(
    private readonly askTogether: (items: Item[]) => Promise<(Answer | undefined)[]>,
    private readonly most: number,
    private readonly onFailure: (error: unknown) => void,
    private readonly atOnce = 1,
  ) {}

  /** @returns undefined when this has to be asked for alone. @throws what `onFailure` threw. */
  ask(item: Item): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.underWay < this.atOnce && !this.starting) void forNobody(() => outsideTrace(() => this.askAll()));
    });
  }

  private async askAll(): Promise<void> {
    this.underWay += 1;
    this.starting = true;
    await new Promise(setImmediate); // what this turn of the event loop still asks goes along
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
