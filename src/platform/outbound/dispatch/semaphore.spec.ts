import { describe, expect, it } from '@jest/globals';
import { Semaphore } from './semaphore.js';

/** Takes one place and records the taker's name. */
const queueUp = (pool: Semaphore, got: string[], name: string): void => void pool.take(1).then(() => got.push(name));
const turn = (): Promise<void> => new Promise(setImmediate);

describe('places', () => {
  it('are given in the order of asking, one each while others wait', async () => {
    const pool = new Semaphore(1);
    await expect(pool.take(8)).resolves.toBe(1);
    const got: string[] = [];
    queueUp(pool, got, 'first');
    queueUp(pool, got, 'second');
    pool.give();
    await turn();
    expect(got).toEqual(['first']);
    pool.give();
    await turn();
    expect(got).toEqual(['first', 'second']);
  });

  it('are never all given to one who wants many', async () => {
    const pool = new Semaphore(16);
    await expect(pool.take(16)).resolves.toBe(4);
    await expect(pool.take(2)).resolves.toBe(2);
  });

  it('are given to nobody while more are in than there are places', async () => {
    const pool = new Semaphore(1);
    pool.add();
    pool.add();
    const got: string[] = [];
    queueUp(pool, got, 'later');
    pool.give();
    await turn();
    expect(got).toEqual([]);
    pool.give();
    await turn();
    expect(got).toEqual(['later']);
  });
});
