import { outsideTrace } from '../tracing/outside-trace.js';

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer | undefined) => void;
}

/**
 * Asks together what is asked at the same moment. Nobody waits for a timer: a question goes at once when none is under way, and
 * those that come meanwhile go together next.
 */
export class Batcher<Item, Answer> {
  private waiting: Waiting<Item, Answer>[] = [];
  private busy = false;

  /**
   * @param askTogether answers in the order of the items; undefined means: ask for this one alone.
   * @param onFailure told of a question that failed as a whole; each of its items is then to be asked for alone.
   */
  constructor(
    private readonly askTogether: (items: Item[]) => Promise<(Answer | undefined)[]>,
    private readonly most: number,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** @returns undefined when this has to be asked for alone. Never throws. */
  ask(item: Item): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      this.waiting.push({ item, resolve });
      if (!this.busy) void outsideTrace(() => this.askAll());
    });
  }

  private async askAll(): Promise<void> {
    this.busy = true;
    await new Promise(setImmediate); // what this turn of the event loop still asks goes along
    while (this.waiting.length > 0) {
      const asked = this.waiting.splice(0, this.most);
      const answers = await this.askTogether(asked.map(({ item }) => item)).catch((error: unknown) => {
        this.onFailure(error);
        return [];
      });
      asked.forEach(({ resolve }, index) => resolve(answers[index]));
    }
    this.busy = false;
  }
}
