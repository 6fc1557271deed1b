/** A number of places, given in the order of requests. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Waits for one place. @returns how many were taken: at most a quarter of the free ones beyond the first, so that others find some. */
  async take(most: number): Promise<number> {
    if (this.free <= 0) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      return 1;
    }
    const taken = Math.min(most, 1 + Math.floor((this.free - 1) / 4));
    this.free -= taken;
    return taken;
  }

  /** Takes a place without waiting, even when none is free. Other callers then wait until the excess has left. */
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
