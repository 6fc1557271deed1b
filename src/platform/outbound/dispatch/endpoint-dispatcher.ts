import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EndpointSlots, Slot } from './endpoint-slots.js';

/** Items that were claimed for an endpoint. */
export interface ClaimResult<Item> {
  items: Item[];
  /** Whether no more items are due now. When false, the dispatcher claims again after an attempt. */
  drained: boolean;
  /** Delay before the next claim. Set when no item could be claimed at this moment. */
  nextClaimDelayMs?: number;
}

/** Claims and attempts for endpoints, such as notifications or partner calls. */
export interface EndpointWork<Item> {
  /** Claims due items. @param limit maximum number of items. @param stop ends long work between its steps. */
  claim(endpointId: string, limit: number, stop: AbortSignal): Promise<ClaimResult<Item>>;
  /** Makes one attempt in its slot. @returns whether another item may be due because of the attempt. */
  attempt(item: Item, slot: Slot): Promise<boolean>;
}

/**
 * Works for one endpoint until no more items are due. It claims only after a wake-up, when the last claim left items,
 * or when an attempt made an item due. While all slots of an endpoint are in use, it does not query the database.
 */
export class EndpointDispatcher<Item> {
  /** Whether an item may be due that no claim has returned. */
  private mayHaveMore = true;
  /** Whether due items remained after the last claim. */
  private hasLeftOver = false;
  private readonly runningAttempts = new Set<Promise<void>>();
  /** Ends the wait of `run`. */
  private continueRun: () => void = () => undefined;

  constructor(
    private readonly endpointId: string,
    private readonly work: EndpointWork<Item>,
    private readonly slots: EndpointSlots,
    private readonly stop: AbortSignal,
    private readonly log: Logger,
  ) {}

  /** Whether an item may be due. Always false once the process is stopping. */
  get hasWork(): boolean {
    return this.mayHaveMore && !this.stop.aborted;
  }

  /** Call this when an item may be due, or when the process stops. */
  wake(): void {
    this.mayHaveMore = true;
    this.continueRun();
  }

  /** Ends when no item may be due and no attempt is under way. Never throws. */
  async run(): Promise<void> {
    while (this.hasWork || this.runningAttempts.size > 0) {
      const freeSlots = this.hasWork ? this.slots.maxConcurrent(this.endpointId) - this.runningAttempts.size : 0;
      if (freeSlots > 0) await this.claimItems(freeSlots);
      else await new Promise<void>((resolve) => (this.continueRun = resolve));
    }
  }

  private async claimItems(freeSlots: number): Promise<void> {
    const slots = await this.slots.acquire(this.endpointId, freeSlots, () => this.continueRun());
    this.mayHaveMore = false; // reset before the claim: an item whose wake-up arrives during the claim may be missing from the result
    const { items, drained, nextClaimDelayMs } = this.stop.aborted ? { items: [], drained: true } : await this.claim(slots.length);
    slots.forEach((slot, index) => {
      const item = items[index];
      if (item === undefined) slot.release();
      else this.startAttempt(item, slot);
    });
    this.hasLeftOver = !drained;
    if (nextClaimDelayMs !== undefined) await setTimeout(nextClaimDelayMs, undefined, { signal: this.stop }).catch(() => undefined);
    // Items that remain although slots are free become due only when an attempt has ended. Then `startAttempt` claims again.
    if (nextClaimDelayMs !== undefined || items.length === slots.length) this.mayHaveMore ||= this.hasLeftOver;
  }

  private async claim(limit: number): Promise<ClaimResult<Item>> {
    try {
      return await this.work.claim(this.endpointId, limit, this.stop);
    } catch (error) {
      this.logInterruption(error);
      return { items: [], drained: true };
    }
  }

  private startAttempt(item: Item, slot: Slot): void {
    const attempt = this.makeAttempt(item, slot).then((more) => {
      this.runningAttempts.delete(attempt);
      this.mayHaveMore ||= more || this.hasLeftOver;
      this.continueRun();
    });
    this.runningAttempts.add(attempt);
  }

  private async makeAttempt(item: Item, slot: Slot): Promise<boolean> {
    try {
      return await this.work.attempt(item, slot);
    } catch (error) {
      this.logInterruption(error);
      return false;
    } finally {
      slot.release();
    }
  }

  private logInterruption(error: unknown): void {
    this.log.error({ err: error, serviceId: this.endpointId }, 'Work for an endpoint was interrupted, a later wake-up continues it');
  }
}
