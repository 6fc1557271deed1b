import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { RealSystemClock, SystemClock } from '../../common/time/clocks.js';
import { runNamed } from '../database/named-query.js';
import { LOGGER } from '../logging/logger.js';

const NOW = { name: 'clock_now', text: 'SELECT clock_timestamp() AS now' };

const COMPARE_EVERY_MS = 1_000;

/** A computer's clock that differs by more is wrong. */
const TOLERATED_MS = 2_000;

/**
 * System time, which is the database's: one clock for all processes, whatever their computers' clocks say. Between two comparisons it goes
 * by the time since this process began, so that a clock that is set meanwhile moves nothing.
 */
@Injectable()
export class DatabaseClock extends SystemClock implements OnModuleInit, OnModuleDestroy {
  /** What the database's clock showed when this process began; until it is asked, what this computer's did. */
  private epochMs = performance.timeOrigin;
  private readonly computer = new RealSystemClock();
  private comparing: Promise<void> | undefined;
  private timer?: NodeJS.Timeout;
  private toldWrong = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super();
  }

  now(): Date {
    return new Date(this.told());
  }

  /** How far this computer's clock is ahead of the database's; negative when it is behind. */
  aheadMs(): number {
    return this.computer.now().getTime() - this.told();
  }

  /** A process whose computer's clock is wrong takes no requests that a proxy can send elsewhere, and does no due work. */
  isRight(): boolean {
    return Math.abs(this.aheadMs()) <= TOLERATED_MS;
  }

  async onModuleInit(): Promise<void> {
    await this.compare();
    // A comparison that fails keeps what was known: time goes on.
    this.timer = setInterval(() => void this.compare().catch(() => undefined), COMPARE_EVERY_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Asks the database, one question at a time. @throws when it does not answer. */
  compare(): Promise<void> {
    this.comparing ??= this.ask().finally(() => (this.comparing = undefined));
    return this.comparing;
  }

  /** The database read its clock between question and answer: the time is moved no further than that proves, so a slow answer moves nothing. */
  private async ask(): Promise<void> {
    const asked = performance.now();
    const [row] = await runNamed<{ now: Date }>(this.dataSource, NOW, []);
    const answered = performance.now();
    if (!row) return;
    const told = row.now.getTime(); // cut to the millisecond
    this.epochMs = Math.min(Math.max(this.epochMs, told - answered), told + 1 - asked);
    this.tellChange();
  }

  private told(): number {
    return this.epochMs + performance.now();
  }

  private tellChange(): void {
    const isWrong = !this.isRight();
    if (isWrong === this.toldWrong) return;
    this.toldWrong = isWrong;
    const aheadSeconds = Math.round(this.aheadMs() / 100) / 10;
    if (isWrong)
      this.log.error({ aheadSeconds }, 'the clock of this computer is not the database’s: this process is not ready and does no due work');
    else this.log.warn({ aheadSeconds }, 'the clock of this computer is the database’s again');
  }
}
