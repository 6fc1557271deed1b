import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';

/** Reads business time from the database at each call, and moves business time forward. */
@Injectable()
export class SandboxClock {
  constructor(
    private readonly dataSource: DataSource,
    private readonly system: SystemClock,
  ) {}

  /** @param runner the caller's transaction, because a transaction must not take a second connection */
  async now(runner: DataSource | EntityManager = this.dataSource): Promise<Date> {
    return new Date(this.system.now().getTime() + (await this.offsetMs(runner)));
  }

  async offsetMs(runner: DataSource | EntityManager = this.dataSource): Promise<number> {
    const [row] = await runner.query<{ offset_ms: string }[]>('SELECT offset_ms FROM business_clock');
    return Number(row?.offset_ms ?? 0);
  }

  /** Moves business time forward. The database, too, rejects a move back. */
  async moveForward(ms: number): Promise<void> {
    if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError('Business time only moves forward');
    await this.dataSource.query('UPDATE business_clock SET offset_ms = offset_ms + $1', [ms]);
  }
}
