import { LRUCache } from 'lru-cache';

export interface RateLimitStore {
  /**
   * Takes points from the shared window. `granted` is false when fewer points are left in the window. The window ends in `resetMs`
   * milliseconds.
   */
  takePoints(key: string, points: number): Promise<{ granted: boolean; resetMs: number }>;
}

interface LocalPoints {
  /** Points that this process may still use. */
  left: number;
  /** End of the window, on the monotonic clock. */
  until: number;
  /** Whether the store has no points left in this window. */
  blocked: boolean;
  /** The running request for points. */
  fetching?: Promise<void>;
}

/** More chunks cost more writes. Fewer chunks leave more unused points in other processes. */
const CHUNKS_PER_WINDOW = 50;

/**
 * A rate limit that all processes share without a write for each request. A process takes a chunk of the window's points from the store and
 * uses them locally. Unused points expire with the window, so the limit is never exceeded.
 */
export class SharedRateLimiter {
  /**
   * With `maxSize` the cache grows with its keys. `max` would reserve all memory at start, for each limiter of the process and even in a
   * command.
   */
  private readonly pointsByKey = new LRUCache<string, LocalPoints>({ maxSize: 50_000, sizeCalculation: () => 1 });
  private readonly chunkSize: number;

  constructor(
    private readonly store: RateLimitStore,
    points: number,
  ) {
    this.chunkSize = Math.max(1, Math.floor(points / CHUNKS_PER_WINDOW));
  }

  /**
   * Uses a point. @returns seconds to wait when no point is left, otherwise null. The result is a promise only when the store must be read.
   */
  consume(key: string): number | null | Promise<number | null> {
    const points = this.currentPoints(key);
    if (points.blocked) return secondsUntil(points.until);
    if (points.left > 0) {
      points.left -= 1;
      return null;
    }
    points.fetching ??= this.fetch(key, points);
    return points.fetching.then(() => this.consume(key));
  }

  private currentPoints(key: string): LocalPoints {
    const existing = this.pointsByKey.get(key);
    if (existing && (existing.fetching || existing.until > performance.now())) return existing;
    const created: LocalPoints = { left: 0, until: Infinity, blocked: false };
    this.pointsByKey.set(key, created);
    return created;
  }

  private async fetch(key: string, points: LocalPoints): Promise<void> {
    try {
      const { granted, resetMs } = await this.store.takePoints(key, this.chunkSize);
      points.until = performance.now() + resetMs;
      points.blocked = !granted;
      points.left = granted ? this.chunkSize : 0;
    } catch (error) {
      this.pointsByKey.delete(key);
      throw error;
    } finally {
      delete points.fetching;
    }
  }
}

function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - performance.now()) / 1000));
}
