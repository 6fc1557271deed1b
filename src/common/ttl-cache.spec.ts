import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TtlCache } from './ttl-cache.js';

describe('the cache with a time to live', () => {
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
  const advance = (ms: number): void => {
    now += ms;
    jest.advanceTimersByTime(ms);
  };

  let reads = 0;
  const read = (): Promise<number> => Promise.resolve((reads += 1));
  beforeEach(() => void (reads = 0));

  it('returns a cached value until the time to live is over', async () => {
    const cache = new TtlCache<number>(900);
    expect(await cache.get('key', read)).toBe(1);
    advance(900);
    expect(await cache.get('key', read)).toBe(1);
    advance(1);
    expect(await cache.get('key', read)).toBe(2);
  });

  it('counts the time to live from the start of the load, however long the load takes', async () => {
    const cache = new TtlCache<number>(900);
    let resolveLoad = (_: number): void => undefined;
    const loading = cache.get('key', () => new Promise((resolve) => (resolveLoad = resolve)));
    advance(901);
    resolveLoad(0);
    expect(await loading).toBe(0);
    expect(await cache.get('key', read)).toBe(1);
  });

  it('loads once for concurrent callers, and again after a failure', async () => {
    const cache = new TtlCache<number>(900);
    expect(await Promise.all([cache.get('key', read), cache.get('key', read)])).toEqual([1, 1]);
    await expect(cache.get('other', () => Promise.reject(new Error('load failed')))).rejects.toThrow('load failed');
    expect(await cache.get('other', read)).toBe(2);
  });
});
