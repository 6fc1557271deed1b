import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { ReleaseClaimsService } from './release-claims.service.js';

const CLAIM = { partnerId: 'partner', key: 'key', claimId: 'claim' };

/** The service with a database that is away, which counts how often it was asked. */
function startReleases() {
  const query = jest.fn(() => Promise.reject(new Error('no database')));
  const releases = new ReleaseClaimsService({ driver: { master: { query } } } as unknown as DataSource);
  return { releases, asked: () => query.mock.calls.length };
}

describe('a claim that the database does not hear of', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }));
  afterEach(() => void jest.useRealTimers());

  it('is given back again a second later, until the process ends', async () => {
    const { releases, asked } = startReleases();
    await releases.run(CLAIM);
    expect([releases.hasEnded('claim'), asked()]).toEqual([true, 1]);
    await jest.advanceTimersByTimeAsync(999);
    expect(asked()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect([releases.hasEnded('claim'), asked()]).toEqual([true, 2]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(asked()).toBe(3);
    releases.onModuleDestroy();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked()).toBe(3);
  });

  it('is not given back again by a process that ends', async () => {
    const { releases, asked } = startReleases();
    releases.onModuleDestroy();
    await releases.run(CLAIM);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked()).toBe(1);
  });
});
