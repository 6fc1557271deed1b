import { randomInt } from 'node:crypto';
import { DomainError } from '../../common/errors/domain-error.js';

interface Waiting {
  begin: (error: Error | null) => void;
  timer: NodeJS.Timeout;
}

export interface SemaphoreLimits {
  places: number;
  /** How long a caller waits for a place. */
  patienceMs: number;
  /** How many may wait; without it, any number. */
  mostWaiting?: number;
}

/** Within a second many places become free. Callers that are refused together are spread, so that they do not come again together. */
const RETRY_AFTER_SECONDS = { from: 1, to: 4 };

/** A limited number of places. When all are taken, callers wait in order, for a limited time and in a limited number. */
export class BoundedSemaphore {
  private readonly waiting = new Set<Waiting>();
  private taken = 0;

  constructor(private readonly limits: SemaphoreLimits) {}

  get isWaitedFor(): boolean {
    return this.waiting.size > 0;
  }

  /** No place is taken, so no caller waits. */
  get isUnused(): boolean {
    return this.taken === 0;
  }

  /**
   * @param begin called without an error when the caller has a place, which it must leave; or with an error: none became free in time, or
   * TOO_MANY_REQUESTS because too many wait already.
   * @param isRefusable false for a caller that waits however many do.
   */
  take(begin: (error: Error | null) => void, isRefusable = true): void {
    const { places, patienceMs, mostWaiting = Infinity } = this.limits;
    if (this.taken < places) {
      this.taken += 1;
      return begin(null);
    }
    if (isRefusable && this.waiting.size >= mostWaiting)
      return begin(
        new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: randomInt(RETRY_AFTER_SECONDS.from, RETRY_AFTER_SECONDS.to + 1) }),
      );
    const giveUp = (): void => {
      this.waiting.delete(waiting);
      begin(new Error('timeout exceeded when trying to connect')); // the pool's own message, see `isDatabaseUnavailable`
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
