import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { DatabaseClock } from '../clock/database-clock.js';
import { readEnvironment } from '../config/environment.js';
import { Metrics } from '../metrics/metrics.js';
import { PeriodicTasks } from './periodic-tasks.js';
import { TaskMetrics } from './task-metrics.js';

/** Starts a task whose batches run until the test calls their `end` or `fail`. */
function startTask(role = 'worker', intervalMs = 3_600_000, isInSync = (): boolean => true) {
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const { registry } = new Metrics();
  const tasks = new PeriodicTasks(readEnvironment({ ROLE: role }), log, new TaskMetrics({ registry } as Metrics), {
    isInSync,
  } as DatabaseClock);
  const readGauge = async (name: string): Promise<number | undefined> =>
    (await registry.getSingleMetric(`gateway_task_${name}`)?.get())?.values[0]?.value;
  const batches: { signal: AbortSignal; end: (hasMore: boolean) => void; fail: (error: unknown) => void }[] = [];
  const batch = (signal: AbortSignal): Promise<boolean> => new Promise((end, fail) => batches.push({ signal, end, fail }));
  tasks.register({ name: 'test', intervalMs, batch });
  tasks.onApplicationBootstrap();
  return { tasks, batches, errors, readGauge };
}
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a periodic task', () => {
  it('runs the next batch immediately while there may be more work, and then waits for its interval', async () => {
    const { tasks, batches } = startTask();
    batches[0]?.end(true);
    await nextTick();
    batches[1]?.end(true);
    await nextTick();
    batches[2]?.end(false);
    await nextTick();
    expect(batches).toHaveLength(3);
    await tasks.onModuleDestroy();
  });

  it('starts no batch while the process shuts down, and the shutdown waits for the running batch', async () => {
    const { tasks, batches } = startTask();
    const order: string[] = [];
    const ended = tasks.onModuleDestroy().then(() => order.push('ended'));
    expect(batches[0]?.signal.aborted).toBe(true);
    await nextTick();
    order.push('done');
    batches[0]?.end(true);
    await ended;
    expect([order, batches.length]).toEqual([['done', 'ended'], 1]);
  });

  it('logs a failed batch and waits for its interval, but logs nothing when the shutdown aborts a batch', async () => {
    const failed = startTask();
    failed.batches[0]?.fail(new Error('no such table'));
    await nextTick();
    expect([failed.batches.length, failed.errors.join('')]).toEqual([1, expect.stringContaining('no such table')]);
    await failed.tasks.onModuleDestroy();

    const ended = startTask();
    const destroyed = ended.tasks.onModuleDestroy();
    ended.batches[0]?.fail(ended.batches[0].signal.reason);
    await destroyed;
    expect(ended.errors).toEqual([]);
  });

  it('exports the number of failures since its last success, and the time of that success', async () => {
    const { tasks, batches, readGauge } = startTask('worker', 0);
    const round = async (endBatch: (batch: (typeof batches)[number]) => void): Promise<void> => {
      const count = batches.length;
      endBatch(batches.at(-1) as (typeof batches)[number]);
      while (batches.length === count) await nextTick();
    };
    const startTime = await readGauge('last_success_timestamp_seconds');
    await round((batch) => batch.fail(new Error('no such column')));
    await round((batch) => batch.fail(new Error('no such column')));
    expect([await readGauge('consecutive_failures'), await readGauge('last_success_timestamp_seconds')]).toEqual([2, startTime]);
    await round((batch) => batch.end(false));
    expect([await readGauge('consecutive_failures'), await readGauge('interval_seconds')]).toEqual([0, 0]);
    expect(await readGauge('last_success_timestamp_seconds')).toBeGreaterThan(startTime as number);
    const ended = tasks.onModuleDestroy();
    batches.at(-1)?.end(false);
    await ended;
  });

  it('runs no batch while the clock of the computer is wrong, and continues when the clock is right', async () => {
    let isRight = false;
    const { tasks, batches } = startTask('worker', 0, () => isRight);
    for (let turns = 0; turns < 3; turns += 1) await nextTick();
    expect(batches).toHaveLength(0);
    isRight = true;
    while (batches.length === 0) await nextTick();
    const ended = tasks.onModuleDestroy();
    batches[0]?.end(false);
    await ended;
  });

  it('does not run in a process with the role api', () => expect(startTask('api').batches).toEqual([]));
});
