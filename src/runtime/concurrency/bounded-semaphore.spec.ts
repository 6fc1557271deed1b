import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DomainError } from '../../common/errors/domain-error.js';
import { isDatabaseUnavailable } from '../http/database-unavailable.js';
import { BoundedSemaphore } from './bounded-semaphore.js';

const PATIENCE_MS = 5_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A semaphore with two places, and the answer to each caller. */
function twoPlaces() {
  const places = new BoundedSemaphore({ places: 2, patienceMs: PATIENCE_MS });
  const told: Record<string, Error | 'began'> = {};
  const ask = (who: string): void => places.take((error) => (told[who] = error ?? 'began'));
  return { places, told, ask };
}

describe('places', () => {
  it('are given at once while there are some, and then in turn as others leave', () => {
    const { places, told, ask } = twoPlaces();
    for (const who of ['a', 'b', 'c', 'd']) ask(who);
    expect(told).toEqual({ a: 'began', b: 'began' });
    places.leave();
    expect(told).toEqual({ a: 'began', b: 'began', c: 'began' });
    places.leave();
    expect(told['d']).toBe('began');
    for (let left = 0; left < 2; left += 1) places.leave();
    for (const who of ['e', 'f', 'g']) ask(who);
    expect(Object.keys(told)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']); // as many as before
  });

  it('are not waited for for ever, and whoever has given up gets none', () => {
    const { places, told, ask } = twoPlaces();
    for (const who of ['a', 'b', 'late']) ask(who);
    jest.advanceTimersByTime(PATIENCE_MS - 1);
    expect(told['late']).toBeUndefined();
    ask('later');
    jest.advanceTimersByTime(1);
    expect(isDatabaseUnavailable(told['late'])).toBe(true); // answered 503 with `Retry-After`, like a wait for the pool itself
    places.leave();
    expect(told['later']).toBe('began');
    jest.advanceTimersByTime(PATIENCE_MS);
    expect(told['later']).toBe('began');
  });

  it('turn away who comes when too many wait, with a word when to come back, but nobody who may not be turned away', () => {
    const places = new BoundedSemaphore({ places: 1, patienceMs: PATIENCE_MS, mostWaiting: 1 });
    const told: unknown[] = [];
    for (const isRefusable of [true, true, true, false, true]) places.take((error) => told.push(error), isRefusable);
    const refused = expect.objectContaining({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: expect.any(Number) } });
    expect(told).toEqual([null, refused, refused]);
    for (let left = 0; left < 3; left += 1) places.leave();
    expect(told).toEqual([null, refused, refused, null, null]);
    expect(places.isUnused).toBe(true);
  });

  it('tell those that are turned away together different times to come back', () => {
    const places = new BoundedSemaphore({ places: 1, patienceMs: PATIENCE_MS, mostWaiting: 0 });
    const seconds = new Set<number | undefined>();
    for (let asked = 0; asked < 100; asked += 1)
      places.take((refusal) => refusal && seconds.add((refusal as DomainError).details.retryAfterSeconds));
    expect(seconds).toEqual(new Set([1, 2, 3, 4]));
  });
});
