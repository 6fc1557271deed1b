import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';

/** A batcher whose queries run until the test calls their `respond` or `fail`. `calls` has one entry for each query. */
function controlledBatcher(maxItems: number, maxConcurrent?: number) {
  const calls: { items: number[]; respond: (results: (string | undefined)[]) => void; fail: (error: Error) => void }[] = [];
  const failures: unknown[] = [];
  const batcher = new Batcher<number, string>(
    (items) => new Promise((respond, fail) => calls.push({ items, respond, fail })),
    maxItems,
    (error) => {
      if (error instanceof RangeError) throw error;
      failures.push(error);
    },
    maxConcurrent,
  );
  return { batcher, calls, failures };
}
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('a batcher', () => {
  it('starts a query immediately when none is running, and puts items that arrive during a query into the next one', async () => {
    const { batcher, calls } = controlledBatcher(10);
    const first = batcher.query(1);
    await nextTick();
    const later = [batcher.query(2), batcher.query(3)];
    await nextTick();
    expect(calls.map(({ items }) => items)).toEqual([[1]]);
    calls[0]?.respond(['one']);
    await nextTick();
    expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    calls[1]?.respond(['two', undefined]);
    await expect(Promise.all([first, ...later])).resolves.toEqual(['one', 'two', undefined]);
  });

  it('puts no more than the maximum number of items into one query', async () => {
    const { batcher, calls } = controlledBatcher(2);
    const all = [1, 2, 3].map((item) => batcher.query(item));
    await nextTick();
    calls[0]?.respond(['a', 'b']);
    await nextTick();
    calls[1]?.respond(['c']);
    await expect(Promise.all(all)).resolves.toEqual(['a', 'b', 'c']);
    expect(calls.map(({ items }) => items)).toEqual([[1, 2], [3]]);
  });

  it('returns undefined for the items of a failed query, and runs the next query', async () => {
    const { batcher, calls, failures } = controlledBatcher(10);
    const failed = [batcher.query(1), batcher.query(2)];
    await nextTick();
    calls[0]?.fail(new Error('deadlock'));
    await expect(Promise.all(failed)).resolves.toEqual([undefined, undefined]);
    expect(failures).toEqual([new Error('deadlock')]);
    const next = batcher.query(3);
    await nextTick();
    calls[1]?.respond(['three']);
    await expect(next).resolves.toBe('three');
  });

  it('rejects the items of a failed query when the failure handler throws, and runs the next query', async () => {
    const { batcher, calls } = controlledBatcher(10);
    const failed = [batcher.query(1), batcher.query(2)];
    await nextTick();
    const next = batcher.query(3);
    calls[0]?.fail(new RangeError('away'));
    await expect(Promise.allSettled(failed)).resolves.toMatchObject([{ reason: { message: 'away' } }, { reason: { message: 'away' } }]);
    await nextTick();
    calls[1]?.respond(['three']);
    await expect(next).resolves.toBe('three');
  });

  it('lets items wait only while the maximum number of queries is running', async () => {
    const { batcher, calls } = controlledBatcher(10, 2);
    const first = batcher.query(1);
    await nextTick();
    const second = batcher.query(2);
    await nextTick();
    const later = [batcher.query(3), batcher.query(4)];
    await nextTick();
    expect(calls.map(({ items }) => items)).toEqual([[1], [2]]);
    calls[1]?.respond(['two']);
    await nextTick();
    expect(calls.map(({ items }) => items)).toEqual([[1], [2], [3, 4]]);
    calls[2]?.respond(['three', 'four']);
    const last = batcher.query(5); // the first query is still running
    await nextTick();
    calls[3]?.respond(['five']);
    await expect(Promise.all([second, ...later, last])).resolves.toEqual(['two', 'three', 'four', 'five']);
    calls[0]?.respond(['one']);
    await expect(first).resolves.toBe('one');
  });
});
