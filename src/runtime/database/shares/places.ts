interface Waiting {
  begin: (error: Error | null) => void;
  timer: NodeJS.Timeout;
}

/** So many at once; whoever comes when all places are taken waits for his turn, and not for ever. */
export class Places {
  private readonly waiting = new Set<Waiting>();

  constructor(
    private free: number,
    private readonly patienceMs: number,
  ) {}

  /** @param begin is told that a place is the caller's until he leaves it, at once when one is free; or that none became free in time. */
  take(begin: (error: Error | null) => void): void {
    if (this.free > 0) {
      this.free -= 1;
      return begin(null);
    }
    const giveUp = (): void => {
      this.waiting.delete(waiting);
      begin(new Error('timeout exceeded when trying to connect')); // as the pool itself says
    };
    const waiting: Waiting = { begin, timer: setTimeout(giveUp, this.patienceMs).unref() };
    this.waiting.add(waiting);
  }

  leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.free += 1;
      return;
    }
    this.waiting.delete(next);
    clearTimeout(next.timer);
    next.begin(null);
  }
}
