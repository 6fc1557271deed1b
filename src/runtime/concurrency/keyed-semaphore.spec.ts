import { describe, expect, it } from '@jest/globals';
import { KeyedSemaphores } from './keyed-semaphore.js';

describe('keyed semaphores', () => {
  it('have the same number of permits for each key, and drop a key when its last permit is freed', () => {
    const semaphores = new KeyedSemaphores({ permits: 1, timeoutMs: 60_000, maxWaiting: 1 });
    const results: string[] = [];
    const acquire = (key: string, caller: string): void =>
      semaphores.acquire(key, (error) => results.push(`${caller} ${error ? 'rejected' : 'granted'}`));
    acquire('a', 'first');
    acquire('a', 'second');
    acquire('a', 'third');
    acquire('b', 'other');
    expect(results).toEqual(['first granted', 'third rejected', 'other granted']);
    semaphores.release('a');
    expect([results.at(-1), semaphores.size]).toEqual(['second granted', 2]);
    semaphores.release('b');
    semaphores.release('a');
    expect(semaphores.size).toBe(0);
  });
});
