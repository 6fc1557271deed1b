import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Environment } from '../config/environment.js';
import { LOGGER } from '../logging/logger.js';
import { TaskFigures } from './task-figures.js';

export interface PeriodicTask {
  name: string;
  everyMs: number;
  /**
   * Does as much as fits into one transaction, never a backlog as a whole.
   * @param signal is aborted when the process ends, which waits for this. @returns whether there may be more: it follows at once.
   */
  batch: (signal: AbortSignal) => Promise<boolean>;
}

/**
 * Loops that look for due work in the database. A task never overlaps itself in one process, and its SQL must stand
 * several processes (`SKIP LOCKED`). Only the worker role runs them. The loop over batches is here and nowhere else, so that no task
 * goes on after its batch when the process ends.
 */
@Injectable()
export class PeriodicTasks implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly tasks: PeriodicTask[] = [];
  private readonly stop = new AbortController();
  private loops: Promise<void>[] = [];

  constructor(
    private readonly environment: Environment,
    @Inject(LOGGER) private readonly log: Logger,
    private readonly figures: TaskFigures,
  ) {}

  register(task: PeriodicTask): void {
    this.tasks.push(task);
  }

  onApplicationBootstrap(): void {
    if (this.environment.app.role === 'api') return;
    setMaxListeners(0, this.stop.signal); // each task is one, and Node takes more than ten for a leak
    this.loops = this.tasks.map((task) => this.loop(task));
  }

  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.loops);
  }

  private async loop(task: PeriodicTask): Promise<void> {
    this.figures.begins(task);
    while (!this.stop.signal.aborted) {
      try {
        const more = await task.batch(this.stop.signal);
        this.figures.succeeded(task);
        if (more) continue;
      } catch (error) {
        if (error !== this.stop.signal.reason) {
          this.figures.failed(task);
          this.log.error({ err: error, task: task.name }, 'a periodic task failed; it is tried again');
        }
      }
      await setTimeout(task.everyMs, undefined, { signal: this.stop.signal }).catch(() => undefined); // aborted: the loop's condition ends it
    }
  }
}
