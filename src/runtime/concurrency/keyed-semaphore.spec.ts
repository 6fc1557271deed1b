import { describe, expect, it } from '@jest/globals';
import { KeyedSemaphores } from './keyed-semaphore.js';

describe('keyed semaphores', () => {
  it('have the same number of permits for each key, and drop a key when its last permit is freed', () => {
    const semaphores = new KeyedSemaphores({ places: 1, patienceMs: 60_000, mostWaiting: 1 });
    const results: string[] = [];
    const take = (key: string, caller: string): void =>
      semaphores.take(key, (error) => results.push(`${caller} ${error ? 'rejected' : 'granted'}`));
    take('a', 'first');
    take('a', 'second');
    take('a', 'third');
    take('b', 'other');
    expect(results).toEqual(['first granted', 'third rejected', 'other granted']);
    semaphores.leave('a');
    expect([results.at(-1), semaphores.size]).toEqual(['second granted', 2]);
    semaphores.leave('b');
    semaphores.leave('a');
    expect(semaphores.size).toBe(0);
  });
});
