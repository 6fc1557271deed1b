import { randomInt } from 'node:crypto';
import { DomainError } from '../../common/errors/domain-error.js';

interface Waiting {
  begin: (error: Error | null) => void;
  timer: NodeJS.Timeout;
}

export interface SemaphoreLimits {
  /** Number of permits. */
  places: number;
  /** How long a caller waits for a permit. */
  patienceMs: number;
  /** How many callers may wait. Without this limit, any number. */
  mostWaiting?: number;
}

/** Many permits become free within a second. The range spreads callers that are rejected at the same time, so that they do not all retry together. */
const RETRY_AFTER_SECONDS = { from: 1, to: 4 };

/** A counting semaphore. When all permits are in use, callers wait in order, for a limited time and in a limited number. */
export class BoundedSemaphore {
  private readonly waiting = new Set<Waiting>();
  private used = 0;

  constructor(private readonly limits: SemaphoreLimits) {}

  get isWaitedFor(): boolean {
    return this.waiting.size > 0;
  }

  /** No permit is in use, so no caller waits. */
  get isUnused(): boolean {
    return this.used === 0;
  }

  /**
   * @param begin called with null when the caller has a permit, which the caller must free with `leave`. Called with an error when no permit became
   * free in time, and with TOO_MANY_REQUESTS when too many callers already wait.
   * @param isRefusable false for a caller that may wait although too many callers already wait.
   */
  take(begin: (error: Error | null) => void, isRefusable = true): void {
    const { places, patienceMs, mostWaiting = Infinity } = this.limits;
    if (this.used < places) {
      this.used += 1;
      return begin(null);
    }
    if (isRefusable && this.waiting.size >= mostWaiting)
      return begin(
        new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: randomInt(RETRY_AFTER_SECONDS.from, RETRY_AFTER_SECONDS.to + 1) }),
      );
    const endWait = (): void => {
      this.waiting.delete(waiting);
      begin(new Error('timeout exceeded when trying to connect')); // the pool's own message, see `isDatabaseUnavailable`
    };
    const waiting: Waiting = { begin, timer: setTimeout(endWait, patienceMs).unref() };
    this.waiting.add(waiting);
  }

  leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.used -= 1;
      return;
    }
    this.waiting.delete(next);
    clearTimeout(next.timer);
    next.begin(null);
  }
}
