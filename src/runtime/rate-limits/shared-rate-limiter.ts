import { LRUCache } from 'lru-cache';

export interface RateLimitStore {
  /** Takes points from the shared window. `granted` is false when fewer points are left in the window. */
  take(key: string, points: number): Promise<{ granted: boolean; resetMs: number }>;
}

interface LocalPoints {
  left: number;
  /** End of the window, on the monotonic clock. */
  until: number;
  blocked: boolean;
  fetching?: Promise<void>;
}

/**
 * A rate limit that all processes share without a write for each request. A process takes a chunk of the window's points from the store and uses
 * them locally. Unused points expire with the window, so the limit is never exceeded.
 */
export class SharedRateLimiter {
  /** With `maxSize` the cache grows with its keys. `max` would reserve all memory at start, for each of ten limiters and also in a command. */
  private readonly pointsByKey = new LRUCache<string, LocalPoints>({ maxSize: 50_000, sizeCalculation: () => 1 });
  private readonly chunk: number;

  constructor(
    private readonly store: RateLimitStore,
    points: number,
  ) {
    this.chunk = Math.max(1, Math.floor(points / 50));
  }

  /** Uses a point. @returns seconds to wait when no point is left, otherwise null. The result is a promise only when the store must be read. */
  take(key: string): number | null | Promise<number | null> {
    const points = this.current(key);
    if (points.blocked) return secondsUntil(points.until);
    if (points.left > 0) {
      points.left -= 1;
      return null;
    }
    points.fetching ??= this.fetch(key, points);
    return points.fetching.then(() => this.take(key));
  }

  private current(key: string): LocalPoints {
    const known = this.pointsByKey.get(key);
    if (known && (known.fetching || known.until > performance.now())) return known;
    const fresh: LocalPoints = { left: 0, until: Infinity, blocked: false };
    this.pointsByKey.set(key, fresh);
    return fresh;
  }

  private async fetch(key: string, points: LocalPoints): Promise<void> {
    try {
      const { granted, resetMs } = await this.store.take(key, this.chunk);
      points.until = performance.now() + resetMs;
      points.blocked = !granted;
      points.left = granted ? this.chunk : 0;
    } catch (error) {
      this.pointsByKey.delete(key);
      throw error;
    } finally {
      delete points.fetching;
    }
  }
}

function secondsUntil(at: number): number {
  return Math.max(1, Math.ceil((at - performance.now()) / 1000));
}
