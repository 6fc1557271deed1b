import { pino } from 'pino';
import type { DatabaseClock } from '../../src/runtime/clock/database-clock.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { Metrics } from '../../src/runtime/metrics/metrics.js';
import { PeriodicTasks } from '../../src/runtime/scheduling/periodic-tasks.js';
import { TaskMetrics } from '../../src/runtime/scheduling/task-metrics.js';

/** Registers tasks without running them. The test runs them. */
export const createIdleTasks = (): PeriodicTasks =>
  new PeriodicTasks(readEnvironment({}), pino({ level: 'silent' }), new TaskMetrics(new Metrics()), {} as DatabaseClock);
