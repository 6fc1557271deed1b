import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DomainError } from '../../common/errors/domain-error.js';
import { isDatabaseUnavailable } from '../http/database-unavailable.js';
import { BoundedSemaphore } from './bounded-semaphore.js';

const TIMEOUT_MS = 5_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Makes a semaphore with two permits. @returns also a function that calls `acquire` for a caller, and the result of each caller. */
function createWithTwoPermits() {
  const semaphore = new BoundedSemaphore({ permits: 2, timeoutMs: TIMEOUT_MS });
  const results: Record<string, Error | 'granted'> = {};
  const acquire = (caller: string): void => semaphore.acquire((error) => (results[caller] = error ?? 'granted'));
  return { semaphore, results, acquire };
}

describe('a bounded semaphore', () => {
  it('grants permits immediately while some are free, and later to waiting callers in their order', () => {
    const { semaphore, results, acquire } = createWithTwoPermits();
    for (const caller of ['a', 'b', 'c', 'd']) acquire(caller);
    expect(results).toEqual({ a: 'granted', b: 'granted' });
    semaphore.release();
    expect(results).toEqual({ a: 'granted', b: 'granted', c: 'granted' });
    semaphore.release();
    expect(results['d']).toBe('granted');
    for (let freed = 0; freed < 2; freed += 1) semaphore.release();
    for (const caller of ['e', 'f', 'g']) acquire(caller);
    expect(Object.keys(results)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']); // as many permits as before
  });

  it('rejects a caller after the time limit, and grants that caller no permit afterwards', () => {
    const { semaphore, results, acquire } = createWithTwoPermits();
    for (const caller of ['a', 'b', 'late']) acquire(caller);
    jest.advanceTimersByTime(TIMEOUT_MS - 1);
    expect(results['late']).toBeUndefined();
    acquire('later');
    jest.advanceTimersByTime(1);
    // The error filter responds to such an error with 503 and `Retry-After`, as after a wait for the pool itself.
    expect(isDatabaseUnavailable(results['late'])).toBe(true);
    semaphore.release();
    expect(results['later']).toBe('granted');
    jest.advanceTimersByTime(TIMEOUT_MS);
    expect(results['later']).toBe('granted');
  });

  it('rejects callers with a time for a retry when too many wait, except callers that may always wait', () => {
    const semaphore = new BoundedSemaphore({ permits: 1, timeoutMs: TIMEOUT_MS, maxWaiting: 1 });
    const results: unknown[] = [];
    for (const isRejectable of [true, true, true, false, true]) semaphore.acquire((error) => results.push(error), isRejectable);
    const rejected = expect.objectContaining({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: expect.any(Number) } });
    expect(results).toEqual([null, rejected, rejected]);
    for (let freed = 0; freed < 3; freed += 1) semaphore.release();
    expect(results).toEqual([null, rejected, rejected, null, null]);
    expect(semaphore.isUnused).toBe(true);
  });

  it('gives callers that are rejected at the same time different times for a retry', () => {
    const semaphore = new BoundedSemaphore({ permits: 1, timeoutMs: TIMEOUT_MS, maxWaiting: 0 });
    const seconds = new Set<number | undefined>();
    for (let call = 0; call < 100; call += 1)
      semaphore.acquire((rejection) => rejection && seconds.add((rejection as DomainError).details.retryAfterSeconds));
    expect(seconds).toEqual(new Set([1, 2, 3, 4]));
  });
});
