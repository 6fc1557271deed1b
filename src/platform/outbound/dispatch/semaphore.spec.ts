import { describe, expect, it } from '@jest/globals';
import { Semaphore } from './semaphore.js';

/** Acquires one permit and then records the caller's name. */
const acquirePermit = (semaphore: Semaphore, grantedTo: string[], name: string): void =>
  void semaphore.acquire(1).then(() => grantedTo.push(name));
const nextTick = (): Promise<void> => new Promise(setImmediate);

describe('a semaphore', () => {
  it('gives permits in the order of the calls, one each while other callers wait', async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.acquire(8)).resolves.toBe(1);
    const grantedTo: string[] = [];
    acquirePermit(semaphore, grantedTo, 'first');
    acquirePermit(semaphore, grantedTo, 'second');
    semaphore.release();
    await nextTick();
    expect(grantedTo).toEqual(['first']);
    semaphore.release();
    await nextTick();
    expect(grantedTo).toEqual(['first', 'second']);
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
    const grantedTo: string[] = [];
    acquirePermit(semaphore, grantedTo, 'later');
    semaphore.release();
    await nextTick();
    expect(grantedTo).toEqual([]);
    semaphore.release();
    await nextTick();
    expect(grantedTo).toEqual(['later']);
  });
});
