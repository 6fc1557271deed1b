import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { DatabaseClock } from '../clock/database-clock.js';
import { readEnvironment } from '../config/environment.js';
import { Metrics } from '../metrics/metrics.js';
import { PeriodicTasks } from './periodic-tasks.js';
import { TaskMetrics } from './task-metrics.js';

/** A task whose batches end when the test ends them. */
function started(role = 'worker', everyMs = 3_600_000, isRight = (): boolean => true) {
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const { registry } = new Metrics();
  const tasks = new PeriodicTasks(readEnvironment({ ROLE: role }), log, new TaskMetrics({ registry } as Metrics), {
    isRight,
  } as DatabaseClock);
  const figure = async (name: string): Promise<number | undefined> =>
    (await registry.getSingleMetric(`gateway_task_${name}`)?.get())?.values[0]?.value;
  const batches: { signal: AbortSignal; more: (more: boolean) => void; fail: (error: unknown) => void }[] = [];
  const batch = (signal: AbortSignal): Promise<boolean> => new Promise((more, fail) => batches.push({ signal, more, fail }));
  tasks.register({ name: 'test', everyMs, batch });
  tasks.onApplicationBootstrap();
  return { tasks, batches, errors, figure };
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

  it('is measured: how often it has failed since it last succeeded, and when that was', async () => {
    const { tasks, batches, figure } = started('worker', 0);
    const round = async (end: (batch: (typeof batches)[number]) => void): Promise<void> => {
      const next = batches.length;
      end(batches.at(-1) as (typeof batches)[number]);
      while (batches.length === next) await turn();
    };
    const begun = await figure('last_success_timestamp_seconds');
    await round((batch) => batch.fail(new Error('no such column')));
    await round((batch) => batch.fail(new Error('no such column')));
    expect([await figure('consecutive_failures'), await figure('last_success_timestamp_seconds')]).toEqual([2, begun]);
    await round((batch) => batch.more(false));
    expect([await figure('consecutive_failures'), await figure('interval_seconds')]).toEqual([0, 0]);
    expect(await figure('last_success_timestamp_seconds')).toBeGreaterThan(begun as number);
    const ended = tasks.onModuleDestroy();
    batches.at(-1)?.more(false);
    await ended;
  });

  it('does nothing while the clock of this computer is wrong, and goes on when it is right', async () => {
    let isRight = false;
    const { tasks, batches } = started('worker', 0, () => isRight);
    for (let turns = 0; turns < 3; turns += 1) await turn();
    expect(batches).toHaveLength(0);
    isRight = true;
    while (batches.length === 0) await turn();
    const ended = tasks.onModuleDestroy();
    batches[0]?.more(false);
    await ended;
  });

  it('is for workers', () => expect(started('api').batches).toEqual([]));
});
