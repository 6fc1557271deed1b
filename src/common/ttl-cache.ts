import { LRUCache } from 'lru-cache';

/**
 * Caches loaded values for a short time. The time counts from the start of the load, so a value is never older than `ttlMs`. Concurrent callers
 * share one load. Failures are not cached.
 */
export class TtlCache<V> {
  private readonly cache: LRUCache<string, Promise<V>>;

  constructor(ttlMs: number, max = 10_000) {
    this.cache = new LRUCache({ max, ttl: ttlMs });
  }

  get(key: string, load: () => Promise<V>): Promise<V> {
    const cached = this.cache.get(key);
    if (cached) return cached;
    const loading = load();
    this.cache.set(key, loading);
    loading.catch(() => this.cache.delete(key));
    return loading;
  }

  clear(): void {
    this.cache.clear();
  }
}
