import { describe, expect, it } from '@jest/globals';
import { KeyedSemaphores } from './keyed-semaphore.js';

describe('places by key', () => {
  it('are as many for each key, and a key is forgotten with the last one who had it', () => {
    const semaphore = new KeyedSemaphores({ places: 1, patienceMs: 60_000, mostWaiting: 1 });
    const told: string[] = [];
    const take = (key: string, who: string): void => semaphore.take(key, (error) => told.push(`${who} ${error ? 'refused' : 'began'}`));
    take('a', 'first');
    take('a', 'second');
    take('a', 'third');
    take('b', 'other');
    expect(told).toEqual(['first began', 'third refused', 'other began']);
    semaphore.leave('a');
    expect([told.at(-1), semaphore.size]).toEqual(['second began', 2]);
    semaphore.leave('b');
    semaphore.leave('a');
    expect(semaphore.size).toBe(0);
  });
});
