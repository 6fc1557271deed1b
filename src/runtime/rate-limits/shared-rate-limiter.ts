import { LRUCache } from 'lru-cache';

export interface RateLimitStore {
  /** Takes points from the shared window. `granted` is false when it has fewer left. */
  take(key: string, points: number): Promise<{ granted: boolean; resetMs: number }>;
}

interface Share {
  left: number;
  /** End of the window, on the monotonic clock. */
  until: number;
  blocked: boolean;
  fetching?: Promise<void>;
}

/**
 * A limit that all processes share without a write for each request: a process takes a chunk of the window's points from the store and spends it
 * locally. Unspent points expire with the window, so the limit is never exceeded.
 */
export class SharedRateLimiter {
  /** `maxSize` grows with the keys; `max` would reserve all memory at start, for each of ten budgets and also in a command. */
  private readonly shares = new LRUCache<string, Share>({ maxSize: 50_000, sizeCalculation: () => 1 });
  private readonly chunk: number;

  constructor(
    private readonly store: RateLimitStore,
    points: number,
  ) {
    this.chunk = Math.max(1, Math.floor(points / 50));
  }

  /** Spends a point. @returns seconds to wait when none is left, otherwise null; a promise only when the store has to be asked. */
  take(key: string): number | null | Promise<number | null> {
    const share = this.current(key);
    if (share.blocked) return secondsUntil(share.until);
    if (share.left > 0) {
      share.left -= 1;
      return null;
    }
    share.fetching ??= this.fetch(key, share);
    return share.fetching.then(() => this.take(key));
  }

  private current(key: string): Share {
    const known = this.shares.get(key);
    if (known && (known.fetching || known.until > performance.now())) return known;
    const fresh: Share = { left: 0, until: Infinity, blocked: false };
    this.shares.set(key, fresh);
    return fresh;
  }

  private async fetch(key: string, share: Share): Promise<void> {
    try {
      const { granted, resetMs } = await this.store.take(key, this.chunk);
      share.until = performance.now() + resetMs;
      share.blocked = !granted;
      share.left = granted ? this.chunk : 0;
    } catch (error) {
      this.shares.delete(key);
      throw error;
    } finally {
      delete share.fetching;
    }
  }
}

function secondsUntil(at: number): number {
  return Math.max(1, Math.ceil((at - performance.now()) / 1000));
}
