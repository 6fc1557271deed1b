import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EndpointSlots, Slot } from './endpoint-slots.js';

/** Items that an endpoint got in its turn. */
export interface ClaimResult<Item> {
  items: Item[];
  /** Nothing more is due now. When false, the worker claims again after an attempt. */
  drained: boolean;
  /** Nothing could be claimed: try again after this time. */
  restMs?: number;
}

/** The work at an endpoint. */
export interface EndpointWork<Item> {
  /** Claims due items. @param stop ends long work between its steps. */
  claim(endpointId: string, most: number, stop: AbortSignal): Promise<ClaimResult<Item>>;
  /** Makes one attempt in its slot. @returns whether something more became due by it. */
  attempt(item: Item, slot: Slot): Promise<boolean>;
}

/**
 * Works for one endpoint as long as there is something to do. It queries the database only when it was woken, when the last claim left
 * something over, or when an attempt made something due. While a hanging endpoint has all its slots in use, it queries nothing.
 */
export class EndpointDispatcher<Item> {
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

  /** Whether there may be something to do. */
  get hasWork(): boolean {
    return this.mayHaveMore && !this.stop.aborted;
  }

  /** Called when something may be due, or the worker has to stop. */
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
    this.mayHaveMore = false; // before the claim, which may not see what a later wake-up is about
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

  private async claim(most: number): Promise<ClaimResult<Item>> {
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
