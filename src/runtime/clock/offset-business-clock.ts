import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BusinessClock, SystemClock } from '../../common/time/clocks.js';
import { Environment } from '../config/environment.js';

const REFRESH_MS = 1_000;

/**
 * System time plus the offset in the database. Only the sandbox can move the offset, so without a sandbox the offset is read once, at
 * start.
 */
@Injectable()
export class OffsetBusinessClock extends BusinessClock implements OnModuleInit, OnModuleDestroy {
  private offsetMs = 0;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly system: SystemClock,
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
  ) {
    super();
  }

  now(): Date {
    return new Date(this.system.now().getTime() + this.offsetMs);
  }

  async onModuleInit(): Promise<void> {
    await this.refresh();
    if (!this.environment.sandbox.enabled) return;
    // After a failed read the last offset remains in use. Business time may lag for a moment, but never goes back.
    this.timer = setInterval(() => void this.refresh().catch(() => undefined), REFRESH_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async refresh(connection: DataSource | EntityManager = this.dataSource): Promise<void> {
    const [row] = await connection.query<{ offset_ms: string }[]>('SELECT offset_ms FROM business_clock');
    this.offsetMs = Math.max(this.offsetMs, Number(row?.offset_ms ?? 0));
  }

  /**
   * Moves business time forward. Other processes follow within a second. @param connection the transaction in which the offset is changed.
   */
  async moveForward(ms: number, connection: DataSource | EntityManager = this.dataSource): Promise<void> {
    if (ms < 0) throw new RangeError('Business time only moves forward');
    await connection.query('UPDATE business_clock SET offset_ms = offset_ms + $1', [Math.round(ms)]);
    await this.refresh(connection);
  }
}
