import { randomInt } from 'node:crypto';
import { DomainError } from '../../common/errors/domain-error.js';

interface Waiter {
  callback: (error: Error | null) => void;
  timer: NodeJS.Timeout;
}

export interface SemaphoreLimits {
  permits: number;
  /** A caller that waits longer for a permit gets an error. */
  timeoutMs: number;
  /** How many callers may wait. Without this limit, any number. */
  maxWaiting?: number;
}

/**
 * Many permits become free within a second. The range spreads callers that are rejected at the same time, so that they do not all retry
 * together.
 */
const RETRY_AFTER_SECONDS = { from: 1, to: 4 };

/** A counting semaphore. When all permits are in use, callers wait in order, for a limited time and in a limited number. */
export class BoundedSemaphore {
  private readonly waiters = new Set<Waiter>();
  private usedPermits = 0;

  constructor(private readonly limits: SemaphoreLimits) {}

  get hasWaiters(): boolean {
    return this.waiters.size > 0;
  }

  /** True when no permit is in use. Then no caller waits either. */
  get isUnused(): boolean {
    return this.usedPermits === 0;
  }

  /**
   * @param callback called with null when the caller has a permit, which the caller must free with `release`. Called with an error when no
   * permit became free in time, and with TOO_MANY_REQUESTS when too many callers already wait.
   * @param isRejectable false for a caller that may wait although too many callers already wait.
   */
  acquire(callback: (error: Error | null) => void, isRejectable = true): void {
    const { permits, timeoutMs, maxWaiting = Infinity } = this.limits;
    if (this.usedPermits < permits) {
      this.usedPermits += 1;
      return callback(null);
    }
    if (isRejectable && this.waiters.size >= maxWaiting)
      return callback(
        new DomainError('TOO_MANY_REQUESTS', { retryAfterSeconds: randomInt(RETRY_AFTER_SECONDS.from, RETRY_AFTER_SECONDS.to + 1) }),
      );
    const onTimeout = (): void => {
      this.waiters.delete(waiter);
      callback(new Error('timeout exceeded when trying to connect')); // the pool's own message, see `isDatabaseUnavailable`
    };
    const waiter: Waiter = { callback, timer: setTimeout(onTimeout, timeoutMs).unref() };
    this.waiters.add(waiter);
  }

  /** Frees a permit. The caller that waits longest gets it. */
  release(): void {
    const [next] = this.waiters;
    if (!next) {
      this.usedPermits -= 1;
      return;
    }
    this.waiters.delete(next);
    clearTimeout(next.timer);
    next.callback(null);
  }
}
