import type { DeliverySlot } from './delivery-slots.js';

export interface RunSteps<C> {
  /** How many attempts this endpoint may have under way here. */
  most: () => number;
  takeSlots: (most: number) => Promise<DeliverySlot[]>;
  claim: (most: number) => Promise<C | null>;
  /** Starts what was claimed, each in its slot. @returns for each a promise of whether more became due by it. */
  start: (claim: C, slots: DeliverySlot[]) => Promise<boolean>[];
  /** No more claims. */
  stopping: () => boolean;
}

/**
 * Delivers to one endpoint as long as there is something to do. It asks the database only when it was told of something, when
 * the last answer left something over, or when an attempt made something due; while an endpoint that hangs has as much under
 * way as it may, nothing is asked at all.
 */
export class EndpointRun<C extends { drained: boolean }> {
  private mayHaveMore = true;
  private leftOver = false;
  private claiming = false;
  private underWay = 0;

  constructor(
    private readonly steps: RunSteps<C>,
    private readonly ended: () => void,
  ) {}

  /** Something may be due. */
  wake(): void {
    this.mayHaveMore = true;
    this.look();
  }

  look(): void {
    if (this.claiming) return;
    const room = this.steps.most() - this.underWay;
    if (this.mayHaveMore && room > 0 && !this.steps.stopping()) void this.claimSome(room);
    else if (this.underWay === 0 && (!this.mayHaveMore || this.steps.stopping())) this.ended();
  }

  private async claimSome(room: number): Promise<void> {
    this.claiming = true;
    const slots = await this.steps.takeSlots(room);
    const claim = this.steps.stopping() ? null : await this.ask(slots.length);
    const started = claim ? this.steps.start(claim, slots) : [];
    for (const slot of slots.slice(started.length)) slot.giveBack();
    if (claim) {
      this.leftOver = !claim.drained;
      if (started.length === slots.length) this.mayHaveMore ||= this.leftOver;
    }
    this.underWay += started.length;
    for (const delivery of started) void delivery.then((more) => this.attemptEnded(more));
    this.claiming = false;
    this.look();
  }

  /** What is told from here on is news: the claim may no longer see it. */
  private ask(most: number): Promise<C | null> {
    this.mayHaveMore = false;
    return this.steps.claim(most);
  }

  private attemptEnded(more: boolean): void {
    this.underWay -= 1;
    this.mayHaveMore ||= more || this.leftOver;
    this.look();
  }
}
