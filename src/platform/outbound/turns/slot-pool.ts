/** A number of places, given in the order of asking. */
export class SlotPool {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Waits for one place; @returns 1 and as many more as it may have without keeping others waiting. */
  async take(most: number): Promise<number> {
    if (this.free <= 0) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      return 1;
    }
    const taken = Math.min(most, 1 + Math.floor((this.free - 1) / 4));
    this.free -= taken;
    return taken;
  }

  /** For a holder that needs another place: there may then be more than places, and no one else enters until they have left. */
  add(): void {
    this.free -= 1;
  }

  give(): void {
    this.free += 1;
    if (this.free <= 0) return;
    const next = this.waiting.shift();
    if (!next) return;
    this.free -= 1;
    next();
  }
}
