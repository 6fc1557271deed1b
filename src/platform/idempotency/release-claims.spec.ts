import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { ReleaseClaimsService } from './release-claims.service.js';

const CLAIM = { partnerId: 'partner', key: 'key', claimId: 'claim' };
const NO_DATABASE = {} as DataSource;

describe('a claim that the database does not hear of', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }));
  afterEach(() => void jest.useRealTimers());

  it('is given back again a second later, until the process ends', async () => {
    const releases = new ReleaseClaimsService(NO_DATABASE);
    await releases.run(CLAIM);
    expect([releases.hasEnded('claim'), jest.getTimerCount()]).toEqual([true, 1]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([releases.hasEnded('claim'), jest.getTimerCount()]).toEqual([true, 1]);
    releases.onModuleDestroy();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is not given back again by a process that ends', async () => {
    const releases = new ReleaseClaimsService(NO_DATABASE);
    releases.onModuleDestroy();
    await releases.run(CLAIM);
    expect(jest.getTimerCount()).toBe(0);
  });
});
