import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Queue } from 'bullmq';
import { QueueBacklog } from './queue-backlog.js';

let now: number;
let waiting: number;
let reads: number;
let backlog: QueueBacklog;
beforeEach(() => {
  [now, waiting, reads] = [0, 0, 0];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const getWaitingCount = (): Promise<number> => {
    reads += 1;
    return Promise.resolve(waiting);
  };
  backlog = new QueueBacklog({ getWaitingCount } as unknown as Queue);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a backlog of wake-ups', () => {
  it.each([
    [0, false],
    [4_999, false],
    [5_000, true],
    [5_001, true],
  ])('of %d is too large: %p', async (count, tooLarge) => {
    waiting = count;
    await expect(backlog.isTooLarge()).resolves.toBe(tooLarge);
  });

  it('is read at most every five seconds', async () => {
    waiting = 5_000;
    await backlog.isTooLarge();
    waiting = 0;
    now = 4_999;
    await expect(backlog.isTooLarge()).resolves.toBe(true);
    expect(reads).toBe(1);
    now = 5_000;
    await expect(backlog.isTooLarge()).resolves.toBe(false);
    now = 9_999;
    await expect(backlog.isTooLarge()).resolves.toBe(false);
    expect(reads).toBe(2);
  });
});
