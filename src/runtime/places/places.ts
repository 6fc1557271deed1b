import { DomainError } from '../../common/errors/domain-error.js';

interface Waiting {
  begin: (error: Error | null) => void;
  timer: NodeJS.Timeout;
}

export interface PlaceLimits {
  /** So many at once. */
  places: number;
  /** How long a caller waits for one. */
  patienceMs: number;
  /** So many may wait. Without it all who come. */
  mostWaiting?: number;
}

/** A queue moves by many within a second, so a caller that was refused may come back after one. */
const RETRY_AFTER_SECONDS = 1;

/** So many at once. When all places are taken, a caller waits for its turn, up to a limit. */
export class Places {
  private readonly waiting = new Set<Waiting>();
  private taken = 0;

  constructor(private readonly limits: PlaceLimits) {}

  /** No place is taken, so no caller waits. */
  get isUnused(): boolean {
    return this.taken === 0;
  }

  /**
   * @param begin is told that a place is the caller's until he leaves it, at once when one is free; or that none became free in time; or
   * TOO_MANY_REQUESTS when too many wait already.
   * @param isRefusable false for one who may not be turned away: he waits, however many do.
   */
  take(begin: (error: Error | null) => void, isRefusable = true): void {
    const { places, patienceMs, mostWaiting = Infinity } = this.limits;
    if (this.taken < places) {
      this.taken += 1;
      return begin(null);
    }
    if (isRefusable && this.waiting.size >= mostWaiting)
      return begin(new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
    const giveUp = (): void => {
      this.waiting.delete(waiting);
      begin(new Error('timeout exceeded when trying to connect')); // as the pool itself says
    };
    const waiting: Waiting = { begin, timer: setTimeout(giveUp, patienceMs).unref() };
    this.waiting.add(waiting);
  }

  leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.taken -= 1;
      return;
    }
    this.waiting.delete(next);
    clearTimeout(next.timer);
    next.begin(null);
  }
}
