import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { ReleaseClaimsService } from './release-claims.service.js';

const CLAIM = { partnerId: 'partner', key: 'key', claimId: 'claim' };

/** Makes the service with an unavailable database. @returns also a function that counts its queries. */
function startReleases() {
  const query = jest.fn(() => Promise.reject(new Error('no database')));
  const releases = new ReleaseClaimsService({ driver: { master: { query } } } as unknown as DataSource);
  return { releases, queryCount: () => query.mock.calls.length };
}

describe('a claim that cannot be released because the database is unavailable', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }));
  afterEach(() => void jest.useRealTimers());

  it('is released again every second until the process ends', async () => {
    const { releases, queryCount } = startReleases();
    await releases.run(CLAIM);
    expect([releases.hasEnded('claim'), queryCount()]).toEqual([true, 1]);
    await jest.advanceTimersByTimeAsync(999);
    expect(queryCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect([releases.hasEnded('claim'), queryCount()]).toEqual([true, 2]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(queryCount()).toBe(3);
    releases.onModuleDestroy();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(queryCount()).toBe(3);
  });

  it('is not released again when the process is stopping', async () => {
    const { releases, queryCount } = startReleases();
    releases.onModuleDestroy();
    await releases.run(CLAIM);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(queryCount()).toBe(1);
  });
});
