import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DatabaseClock } from '../clock/database-clock.js';
import { Environment } from '../config/environment.js';
import { LOGGER } from '../logging/logger.js';
import { TaskMetrics } from './task-metrics.js';

export interface PeriodicTask {
  name: string;
  intervalMs: number;
  /**
   * Does as much work as fits into one transaction, never a whole backlog.
   * @param signal aborted at shutdown, which waits for the batch. @returns whether there may be more work. Then the next batch runs
   * immediately.
   */
  batch: (signal: AbortSignal) => Promise<boolean>;
}

/**
 * Loops that look for due work in the database. Processes with the role `api` do not run them. A task never overlaps itself in one process.
 * Its SQL must allow several processes (`SKIP LOCKED`). Only this class loops over batches, so that at shutdown every task ends after its
 * batch.
 */
@Injectable()
export class PeriodicTasks implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly tasks: PeriodicTask[] = [];
  private readonly shutdown = new AbortController();
  private loops: Promise<void>[] = [];

  constructor(
    private readonly environment: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly metrics: TaskMetrics,
    private readonly clock: DatabaseClock,
  ) {}

  register(task: PeriodicTask): void {
    this.tasks.push(task);
  }

  onApplicationBootstrap(): void {
    if (this.environment.app.role === 'api') return;
    setMaxListeners(0, this.shutdown.signal); // each task is a listener, and Node warns about a leak above ten listeners
    this.loops = this.tasks.map((task) => this.runLoop(task));
  }

  async onModuleDestroy(): Promise<void> {
    this.shutdown.abort();
    await Promise.all(this.loops);
  }

  private async runLoop(task: PeriodicTask): Promise<void> {
    this.metrics.recordStart(task);
    while (!this.shutdown.signal.aborted) {
      try {
        if (await this.runBatch(task)) continue;
      } catch (error) {
        if (error !== this.shutdown.signal.reason) {
          this.metrics.recordFailure(task);
          this.log.error({ err: error, task: task.name }, 'a periodic task failed, will retry');
        }
      }
      // An aborted wait is no error: the condition of the loop then ends the loop.
      await setTimeout(task.intervalMs, undefined, { signal: this.shutdown.signal }).catch(() => undefined);
    }
  }

  /** Runs no batch while the computer's clock is wrong (see `DatabaseClock.isInSync`). @returns whether there may be more work. */
  private async runBatch(task: PeriodicTask): Promise<boolean> {
    if (!this.clock.isInSync()) return false;
    const hasMore = await task.batch(this.shutdown.signal);
    this.metrics.recordSuccess(task);
    return hasMore;
  }
}
