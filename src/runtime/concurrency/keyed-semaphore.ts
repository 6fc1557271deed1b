import { type SemaphoreLimits, BoundedSemaphore } from './bounded-semaphore.js';

/** A semaphore for each key. Keys without a permit in use need no memory. */
export class KeyedSemaphores {
  private readonly byKey = new Map<string, BoundedSemaphore>();

  constructor(private readonly limits: SemaphoreLimits) {}

  /** Number of keys with a permit in use. */
  get size(): number {
    return this.byKey.size;
  }

  /** See `BoundedSemaphore.acquire`. */
  acquire(key: string, callback: (error: Error | null) => void, isRejectable = true): void {
    const semaphore = this.byKey.get(key) ?? new BoundedSemaphore(this.limits);
    this.byKey.set(key, semaphore);
    semaphore.acquire(callback, isRejectable);
  }

  hasWaiters(key: string): boolean {
    return this.byKey.get(key)?.hasWaiters ?? false;
  }

  release(key: string): void {
    const semaphore = this.byKey.get(key);
    semaphore?.release();
    if (semaphore?.isUnused) this.byKey.delete(key);
  }
}
