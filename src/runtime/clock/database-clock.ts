import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { RealSystemClock, SystemClock } from '../../common/time/clocks.js';
import { runNamed } from '../database/named-query.js';
import { LOGGER } from '../logging/logger.js';

const NOW = { name: 'clock_now', text: 'SELECT clock_timestamp() AS now' };

const COMPARE_EVERY_MS = 1_000;

/** A computer's clock is wrong when it differs from the database's by more than this. */
const MAX_DIFFERENCE_MS = 2_000;

/**
 * System time, which is the time of the database. So all processes have the same time, whatever their computers' clocks show. Between two
 * comparisons, system time advances with the monotonic clock of the process, so setting the computer's clock does not change it.
 */
@Injectable()
export class DatabaseClock extends SystemClock implements OnModuleInit, OnModuleDestroy {
  /**
   * Time of the database's clock when this process started. Before the first comparison, the time of this computer's clock at that moment.
   */
  private epochMs = performance.timeOrigin;
  private readonly computer = new RealSystemClock();
  /** The query that is running. */
  private comparing: Promise<void> | undefined;
  private timer?: NodeJS.Timeout;
  private isLoggedWrong = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super();
  }

  now(): Date {
    return new Date(this.databaseMs());
  }

  /** How far this computer's clock is ahead of the database's. Negative when this computer's clock is behind. */
  aheadMs(): number {
    return this.computer.now().getTime() - this.databaseMs();
  }

  /**
   * Whether the computer's clock is right. While it is wrong, the process is not ready, so that a proxy sends requests to other processes,
   * and starts no scheduled tasks.
   */
  isInSync(): boolean {
    return Math.abs(this.aheadMs()) <= MAX_DIFFERENCE_MS;
  }

  async onModuleInit(): Promise<void> {
    await this.compare();
    // After a failed comparison the result of the last successful comparison remains in use.
    this.timer = setInterval(() => void this.compare().catch(() => undefined), COMPARE_EVERY_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Reads the database's clock, with one query at a time. @throws when the database does not respond. */
  compare(): Promise<void> {
    this.comparing ??= this.readDatabase().finally(() => (this.comparing = undefined));
    return this.comparing;
  }

  /**
   * The database read its clock at some moment between the start and the end of the query, so the right `epochMs` is in a range. An
   * `epochMs` outside the range is moved to the nearest end of the range. A slow query gives a wide range, so it does not move an `epochMs`
   * that is already right.
   */
  private async readDatabase(): Promise<void> {
    const start = performance.now();
    const [row] = await runNamed<{ now: Date }>(this.dataSource, NOW, []);
    const end = performance.now();
    if (!row) return;
    const databaseTime = row.now.getTime(); // truncated to the millisecond
    this.epochMs = Math.min(Math.max(this.epochMs, databaseTime - end), databaseTime + 1 - start);
    this.logChange();
  }

  private databaseMs(): number {
    return this.epochMs + performance.now();
  }

  private logChange(): void {
    const isWrong = !this.isInSync();
    if (isWrong === this.isLoggedWrong) return;
    this.isLoggedWrong = isWrong;
    const aheadSeconds = Math.round(this.aheadMs() / 100) / 10;
    if (isWrong)
      this.log.error(
        { aheadSeconds },
        'The clock of this computer differs from the database’s, so this process is not ready and starts no scheduled tasks',
      );
    else this.log.warn({ aheadSeconds }, 'The clock of this computer matches the database’s again');
  }
}
