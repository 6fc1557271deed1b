import { describe, expect, it } from '@jest/globals';
import { Semaphore } from './semaphore.js';

/** Takes one permit and records the caller's name. */
const queueUp = (semaphore: Semaphore, got: string[], name: string): void => void semaphore.acquire(1).then(() => got.push(name));
const nextTick = (): Promise<void> => new Promise(setImmediate);

describe('a semaphore', () => {
  it('gives permits in the order of the calls, one each while other callers wait', async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.acquire(8)).resolves.toBe(1);
    const got: string[] = [];
    queueUp(semaphore, got, 'first');
    queueUp(semaphore, got, 'second');
    semaphore.release();
    await nextTick();
    expect(got).toEqual(['first']);
    semaphore.release();
    await nextTick();
    expect(got).toEqual(['first', 'second']);
  });

  it('does not give all permits to one caller that requests many', async () => {
    const semaphore = new Semaphore(16);
    await expect(semaphore.acquire(16)).resolves.toBe(4);
    await expect(semaphore.acquire(2)).resolves.toBe(2);
  });

  it('gives no permit while more permits are in use than exist', async () => {
    const semaphore = new Semaphore(1);
    semaphore.acquireOverLimit();
    semaphore.acquireOverLimit();
    const got: string[] = [];
    queueUp(semaphore, got, 'later');
    semaphore.release();
    await nextTick();
    expect(got).toEqual([]);
    semaphore.release();
    await nextTick();
    expect(got).toEqual(['later']);
  });
});
