import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../../common/errors/domain-error.js';
import { GaugeCollector } from '../../runtime/metrics/gauge-collector.js';
import { recordChange } from '../audit/audited.js';

/** Staff need hours to find lost operations, so programs need not retry often. */
const RETRY_AFTER_SECONDS = 600;

/**
 * After a restore to an earlier time, the database does not have the refunds and charges since that time. A partner's repeated request
 * would then refund or charge twice. Such requests are rejected until staff have found the lost operations.
 */
@Injectable()
export class RestoredDatabase implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gauges: GaugeCollector,
  ) {}

  onModuleInit(): void {
    this.gauges.register({
      name: 'restored',
      help: { restored: '1 while refunds and charges of subscriptions are rejected after a restore to an earlier time.' },
      read: async () => ({ restored: (await this.readRestoreTime()) ? 1 : 0 }),
    });
  }

  /**
   * Reads the database each time, because a process may have been running since before the restore.
   * @param tx the transaction of the request. @throws DomainError SERVICE_UNAVAILABLE while refunds and charges are stopped after a
   * restore.
   */
  async rejectWhileRestored(tx: EntityManager): Promise<void> {
    if (await this.readRestoreTime(tx)) throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** @returns the time of the restore. Null when no requests are rejected because of a restore. */
  async readRestoreTime(database: DataSource | EntityManager = this.dataSource): Promise<Date | null> {
    const [row] = await database.query<{ at: Date }[]>('SELECT at FROM restored');
    return row?.at ?? null;
  }

  /** Accepts refunds and charges again. @returns whether they were stopped. */
  async release(): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      const [rows] = await tx.query<[{ at: Date }[], number]>('DELETE FROM restored RETURNING at');
      const [restored] = rows;
      if (!restored) return false;
      const before = { restored_at: restored.at };
      await recordChange(tx, { action: 'restored.release', subject: 'database', id: 'restored', before });
      return true;
    });
  }
}
