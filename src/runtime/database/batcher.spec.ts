import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';

/** Answers when the test says so, and records which items were asked together. */
function asked(most: number, atOnce?: number) {
  const calls: { items: number[]; answer: (answers: (string | undefined)[]) => void; fail: (error: Error) => void }[] = [];
  const failures: unknown[] = [];
  const gathering = new Batcher<number, string>(
    (items) => new Promise((answer, fail) => calls.push({ items, answer, fail })),
    most,
    (error) => {
      if (error instanceof RangeError) throw error;
      failures.push(error);
    },
    atOnce,
  );
  return { gathering, calls, failures };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('questions that gather', () => {
  it('go at once when none is under way, and together when one is', async () => {
    const { gathering, calls } = asked(10);
    const first = gathering.ask(1);
    await turn();
    const later = [gathering.ask(2), gathering.ask(3)];
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1]]);
    calls[0]?.answer(['one']);
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    calls[1]?.answer(['two', undefined]);
    await expect(Promise.all([first, ...later])).resolves.toEqual(['one', 'two', undefined]);
  });

  it('are no more than so many at a time', async () => {
    const { gathering, calls } = asked(2);
    const all = [1, 2, 3].map((item) => gathering.ask(item));
    await turn();
    calls[0]?.answer(['a', 'b']);
    await turn();
    calls[1]?.answer(['c']);
    await expect(Promise.all(all)).resolves.toEqual(['a', 'b', 'c']);
    expect(calls.map(({ items }) => items)).toEqual([[1, 2], [3]]);
  });

  it('are to be asked alone after a failure, and the next ones go on', async () => {
    const { gathering, calls, failures } = asked(10);
    const failed = [gathering.ask(1), gathering.ask(2)];
    await turn();
    calls[0]?.fail(new Error('deadlock'));
    await expect(Promise.all(failed)).resolves.toEqual([undefined, undefined]);
    expect(failures).toEqual([new Error('deadlock')]);
    const next = gathering.ask(3);
    await turn();
    calls[1]?.answer(['three']);
    await expect(next).resolves.toBe('three');
  });

  it('fail with it when nobody could do better alone, and the next ones go on', async () => {
    const { gathering, calls } = asked(10);
    const failed = [gathering.ask(1), gathering.ask(2)];
    await turn();
    const next = gathering.ask(3);
    calls[0]?.fail(new RangeError('away'));
    await expect(Promise.allSettled(failed)).resolves.toMatchObject([{ reason: { message: 'away' } }, { reason: { message: 'away' } }]);
    await turn();
    calls[1]?.answer(['three']);
    await expect(next).resolves.toBe('three');
  });

  it('wait only when as many are under way as may be', async () => {
    const { gathering, calls } = asked(10, 2);
    const first = gathering.ask(1);
    await turn();
    const second = gathering.ask(2);
    await turn();
    const later = [gathering.ask(3), gathering.ask(4)];
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1], [2]]);
    calls[1]?.answer(['two']);
    await turn();
    expect(calls.map(({ items }) => items)).toEqual([[1], [2], [3, 4]]);
    calls[2]?.answer(['three', 'four']);
    const last = gathering.ask(5); // the first is still under way
    await turn();
    calls[3]?.answer(['five']);
    await expect(Promise.all([second, ...later, last])).resolves.toEqual(['two', 'three', 'four', 'five']);
    calls[0]?.answer(['one']);
    await expect(first).resolves.toBe('one');
  });
});
