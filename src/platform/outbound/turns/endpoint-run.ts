import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EndpointSlots, Slot } from './endpoint-slots.js';

/** What an endpoint's turn gives it. */
export interface Claimed<Item> {
  items: Item[];
  /** Nothing more is due now. When false, the end of an attempt looks again. */
  drained: boolean;
  /** The look failed, or nothing can be done here: ask again after so long. */
  restMs?: number;
}

/** What is done at an endpoint whose turn it is. */
export interface EndpointWork<Item> {
  /** Takes so many of what is due at most. @param stop ends long work between its steps. */
  claim(endpointId: string, most: number, stop: AbortSignal): Promise<Claimed<Item>>;
  /** All of one attempt, in its slot. @returns whether something more became due by it. */
  attempt(item: Item, slot: Slot): Promise<boolean>;
}

/**
 * Works for one endpoint as long as there is something to do. It asks the database only when it was told of something, when the last
 * answer left something over, or when an attempt made something due; while an endpoint that hangs has as much under way as it may,
 * nothing is asked at all.
 */
export class EndpointRun<Item> {
  private mayHaveMore = true;
  private leftOver = false;
  private readonly underWay = new Set<Promise<void>>();
  private changed: () => void = () => undefined;

  constructor(
    private readonly endpointId: string,
    private readonly work: EndpointWork<Item>,
    private readonly slots: EndpointSlots,
    private readonly stop: AbortSignal,
    private readonly log: Logger,
  ) {}

  /** There is something to do, as far as is known. */
  get hasWork(): boolean {
    return this.mayHaveMore && !this.stop.aborted;
  }

  /** Something may be due, or it is to stop. */
  wake(): void {
    this.mayHaveMore = true;
    this.changed();
  }

  /** Ends when there is no work and nothing under way. Never throws. */
  async run(): Promise<void> {
    while (this.hasWork || this.underWay.size > 0) {
      const room = this.hasWork ? this.slots.most(this.endpointId) - this.underWay.size : 0;
      if (room > 0) await this.claimSome(room);
      else await new Promise<void>((resolve) => (this.changed = resolve));
    }
  }

  private async claimSome(room: number): Promise<void> {
    const slots = await this.slots.take(this.endpointId, room, () => this.changed());
    this.mayHaveMore = false; // what is told from here on is news: the claim may no longer see it
    const { items, drained, restMs } = this.stop.aborted ? { items: [], drained: true } : await this.claim(slots.length);
    slots.forEach((slot, index) => {
      const item = items[index];
      if (item === undefined) slot.giveBack();
      else this.start(item, slot);
    });
    this.leftOver = !drained;
    if (restMs !== undefined) await setTimeout(restMs, undefined, { signal: this.stop }).catch(() => undefined);
    if (restMs !== undefined || items.length === slots.length) this.mayHaveMore ||= this.leftOver;
  }

  private async claim(most: number): Promise<Claimed<Item>> {
    try {
      return await this.work.claim(this.endpointId, most, this.stop);
    } catch (error) {
      this.interrupted(error);
      return { items: [], drained: true };
    }
  }

  private start(item: Item, slot: Slot): void {
    const attempt = this.attempt(item, slot).then((more) => {
      this.underWay.delete(attempt);
      this.mayHaveMore ||= more || this.leftOver;
      this.changed();
    });
    this.underWay.add(attempt);
  }

  private async attempt(item: Item, slot: Slot): Promise<boolean> {
    try {
      return await this.work.attempt(item, slot);
    } catch (error) {
      this.interrupted(error);
      return false;
    } finally {
      slot.giveBack();
    }
  }

  private interrupted(error: unknown): void {
    this.log.error({ err: error, serviceId: this.endpointId }, 'work for an endpoint was interrupted; it is taken up again');
  }
}
