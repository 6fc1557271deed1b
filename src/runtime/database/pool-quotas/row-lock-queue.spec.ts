import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readEnvironment } from '../../config/environment.js';
import { lockForProviderUpdate, lockForRequest, type RowAccess, RowLockQueue } from './row-lock-queue.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Starts `size` transactions that lock one row and take `workMs` each. `startTimes` has the start time of each, in ms. */
function startTransactions(access: (row: string) => RowAccess, workMs: number, size: number) {
  const queues = new RowLockQueue(readEnvironment({}));
  const start = performance.now();
  const startTimes: number[] = [];
  const work = async (): Promise<void> => {
    startTimes.push(Math.round(performance.now() - start));
    await new Promise((resolve) => setTimeout(resolve, workMs));
  };
  for (let index = 0; index < size; index += 1) void queues.run(access('row'), work);
  return { queues, startTimes };
}

describe('transactions that lock the same row', () => {
  it.each([
    ['run for a quarter of the time when they are requests and others wait', lockForRequest, 5, [0, 20, 40]],
    ['pause for 25 ms at most when they are requests', lockForRequest, 100, [0, 125, 250]],
    ['follow each other without a pause when they are status updates', lockForProviderUpdate, 5, [0, 5, 10]],
  ] as const)('%s', async (_, access, workMs, expected) => {
    const { queues, startTimes } = startTransactions(access, workMs, 3);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(startTimes).toEqual(expected);
    expect(queues.size).toBe(0);
  });

  it('do not pause when no other transaction waits', async () => {
    const { queues } = startTransactions(lockForRequest, 5, 1);
    await jest.advanceTimersByTimeAsync(5);
    expect(queues.size).toBe(0);
  });
});
