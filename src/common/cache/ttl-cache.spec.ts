import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TtlCache } from './ttl-cache.js';

describe('a brief cache', () => {
  let now = 0;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    now = 1_000;
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  const pass = (ms: number): void => {
    now += ms;
    jest.advanceTimersByTime(ms);
  };

  let reads = 0;
  const read = (): Promise<number> => Promise.resolve((reads += 1));
  beforeEach(() => void (reads = 0));

  it('remembers for as long as it was told and not a moment longer', async () => {
    const cache = new TtlCache<number>(900);
    expect(await cache.get('key', read)).toBe(1);
    pass(900);
    expect(await cache.get('key', read)).toBe(1);
    pass(1);
    expect(await cache.get('key', read)).toBe(2);
  });

  it('counts from the start of the question, however late the answer comes', async () => {
    const cache = new TtlCache<number>(900);
    let answer = (_: number): void => undefined;
    const asked = cache.get('key', () => new Promise((resolve) => (answer = resolve)));
    pass(901);
    answer(0);
    expect(await asked).toBe(0);
    expect(await cache.get('key', read)).toBe(1);
  });

  it('asks once for those who ask at the same time, and again after a failure', async () => {
    const cache = new TtlCache<number>(900);
    expect(await Promise.all([cache.get('key', read), cache.get('key', read)])).toEqual([1, 1]);
    await expect(cache.get('other', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('other', read)).toBe(2);
  });
});
