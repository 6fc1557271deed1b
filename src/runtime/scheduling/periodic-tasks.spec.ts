import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { readEnvironment } from '../config/environment.js';
import { PeriodicTasks } from './periodic-tasks.js';

/** A task whose batches end when they are told to. */
function started(role = 'worker') {
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const tasks = new PeriodicTasks(readEnvironment({ ROLE: role }), log);
  const batches: { signal: AbortSignal; more: (more: boolean) => void; fail: (error: unknown) => void }[] = [];
  const batch = (signal: AbortSignal): Promise<boolean> => new Promise((more, fail) => batches.push({ signal, more, fail }));
  tasks.register({ name: 'test', everyMs: 3_600_000, batch });
  tasks.onApplicationBootstrap();
  return { tasks, batches, errors };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a periodic task', () => {
  it('goes on at once while there may be more, and then waits for its time', async () => {
    const { tasks, batches } = started();
    batches[0]?.more(true);
    await turn();
    batches[1]?.more(true);
    await turn();
    batches[2]?.more(false);
    await turn();
    expect(batches).toHaveLength(3);
    await tasks.onModuleDestroy();
  });

  it('begins no batch when the process ends, however much there is to do, and the process waits for the one under way', async () => {
    const { tasks, batches } = started();
    const order: string[] = [];
    const ended = tasks.onModuleDestroy().then(() => order.push('ended'));
    expect(batches[0]?.signal.aborted).toBe(true);
    await turn();
    order.push('done');
    batches[0]?.more(true);
    await ended;
    expect([order, batches.length]).toEqual([['done', 'ended'], 1]);
  });

  it('that fails is told of and waits for its time; that the process ends is no failure', async () => {
    const failed = started();
    failed.batches[0]?.fail(new Error('no such table'));
    await turn();
    expect([failed.batches.length, failed.errors.join('')]).toEqual([1, expect.stringContaining('no such table')]);
    await failed.tasks.onModuleDestroy();

    const ended = started();
    const destroyed = ended.tasks.onModuleDestroy();
    ended.batches[0]?.fail(ended.batches[0].signal.reason);
    await destroyed;
    expect(ended.errors).toEqual([]);
  });

  it('is for workers', () => expect(started('api').batches).toEqual([]));
});
