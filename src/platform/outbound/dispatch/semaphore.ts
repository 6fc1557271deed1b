/** A counting semaphore. Callers get permits in the order of their calls. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /**
   * Waits for at least one permit.
   * @returns the number of acquired permits: one, and at most a quarter of the other free ones, so that other callers get some, too.
   */
  async acquire(limit: number): Promise<number> {
    if (this.free <= 0) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      return 1;
    }
    const acquired = Math.min(limit, 1 + Math.floor((this.free - 1) / 4));
    this.free -= acquired;
    return acquired;
  }

  /** Acquires a permit without waiting, even when none is free. Other callers then wait until the excess permits are released. */
  acquireOverLimit(): void {
    this.free -= 1;
  }

  release(): void {
    this.free += 1;
    if (this.free <= 0) return;
    const next = this.waiting.shift();
    if (!next) return;
    this.free -= 1;
    next();
  }
}
