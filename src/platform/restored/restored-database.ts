import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError } from '../../common/errors/domain-error.js';
import { GaugeCollector } from '../../runtime/metrics/gauge-collector.js';
import { recordChange } from '../audit/audited.js';

/** Staff need hours; a program asks again meanwhile. */
const AGAIN_AFTER_SECONDS = 600;

/**
 * After a return to an earlier moment the database does not know what was refunded and charged since, so a partner's repeated request would do it
 * twice. Until staff have found what was lost, such requests are refused.
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
      help: { restored: '1 while refunds and charges of subscriptions are refused after a restore to an earlier moment.' },
      read: async () => ({ restored: (await this.since()) ? 1 : 0 }),
    });
  }

  /**
   * Asks the database each time: a process may have outlived the restore.
   * @param tx the transaction of the request. @throws DomainError SERVICE_UNAVAILABLE while it may have been done already.
   */
  async refuseWhatMayBeDone(tx: EntityManager): Promise<void> {
    if (await this.since(tx)) throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: AGAIN_AFTER_SECONDS });
  }

  /** When it was restored; null when nothing is held back. */
  async since(on: DataSource | EntityManager = this.dataSource): Promise<Date | null> {
    const [row] = await on.query<{ at: Date }[]>('SELECT at FROM restored');
    return row?.at ?? null;
  }

  /** @returns whether anything was held back. */
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
