import { LRUCache } from 'lru-cache';

/**
 * Remembers answers for a moment. The time counts from the start of the query, so what was read is never older than
 * `ttlMs`; callers that ask at the same time share one query; failures are not remembered.
 */
export class TtlCache<V> {
  private readonly cache: LRUCache<string, Promise<V>>;

  constructor(ttlMs: number, max = 10_000) {
    this.cache = new LRUCache({ max, ttl: ttlMs });
  }

  get(key: string, load: () => Promise<V>): Promise<V> {
    const known = this.cache.get(key);
    if (known) return known;
    const loading = load();
    this.cache.set(key, loading);
    loading.catch(() => this.cache.delete(key));
    return loading;
  }

  clear(): void {
    this.cache.clear();
  }
}
