import { describe, expect, it } from '@jest/globals';
import { KeyedSemaphores } from './keyed-semaphore.js';

describe('keyed semaphores', () => {
  it('have the same number of permits for each key, and drop a key when its last permit is freed', () => {
    const semaphore = new KeyedSemaphores({ places: 1, patienceMs: 60_000, mostWaiting: 1 });
    const results: string[] = [];
    const take = (key: string, caller: string): void =>
      semaphore.take(key, (error) => results.push(`${caller} ${error ? 'rejected' : 'began'}`));
    take('a', 'first');
    take('a', 'second');
    take('a', 'third');
    take('b', 'other');
    expect(results).toEqual(['first began', 'third rejected', 'other began']);
    semaphore.leave('a');
    expect([results.at(-1), semaphore.size]).toEqual(['second began', 2]);
    semaphore.leave('b');
    semaphore.leave('a');
    expect(semaphore.size).toBe(0);
  });
});
