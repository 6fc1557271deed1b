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
  everyMs: number;
  /**
   * Does as much as fits into one transaction, never a whole backlog.
   * @param signal aborted at shutdown, which waits for the batch. @returns whether there may be more; the next batch then follows at once.
   */
  batch: (signal: AbortSignal) => Promise<boolean>;
}

/**
 * Loops that look for due work in the database. Only the worker role runs them. A task never overlaps itself in one process; its SQL must allow
 * several processes (`SKIP LOCKED`). Only this class loops over batches, so that at shutdown every task ends after its batch.
 */
@Injectable()
export class PeriodicTasks implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly tasks: PeriodicTask[] = [];
  private readonly stop = new AbortController();
  private loops: Promise<void>[] = [];

  constructor(
    private readonly environment: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly gauges: TaskMetrics,
    private readonly clock: DatabaseClock,
  ) {}

  register(task: PeriodicTask): void {
    this.tasks.push(task);
  }

  onApplicationBootstrap(): void {
    if (this.environment.app.role === 'api') return;
    setMaxListeners(0, this.stop.signal); // each task is a listener, and Node warns of a leak above ten
    this.loops = this.tasks.map((task) => this.loop(task));
  }

  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.loops);
  }

  private async loop(task: PeriodicTask): Promise<void> {
    this.gauges.begins(task);
    while (!this.stop.signal.aborted) {
      try {
        if (await this.batch(task)) continue;
      } catch (error) {
        if (error !== this.stop.signal.reason) {
          this.gauges.failed(task);
          this.log.error({ err: error, task: task.name }, 'a periodic task failed; it is tried again');
        }
      }
      await setTimeout(task.everyMs, undefined, { signal: this.stop.signal }).catch(() => undefined); // aborted: the loop's condition ends it
    }
  }

  /** None while this computer's clock is wrong, whose process is to be left out of everything. @returns whether there may be more. */
  private async batch(task: PeriodicTask): Promise<boolean> {
    if (!this.clock.isRight()) return false;
    const more = await task.batch(this.stop.signal);
    this.gauges.succeeded(task);
    return more;
  }
}
