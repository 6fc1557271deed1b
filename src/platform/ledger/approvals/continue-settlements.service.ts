import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';
import { SettleService } from '../settlement/settle.service.js';

interface OpenSettlement {
  id: string;
  provider: string;
  test: boolean;
}

/**
 * An approved settlement that no other worker is settling now. The order is random, so a settlement that fails does not block the others.
 */
const FIND_OPEN_SETTLEMENT = `
  SELECT s.id, s.provider, s.test FROM settlement s
  WHERE s.state = 'open' AND EXISTS (SELECT FROM ledger_proposal p WHERE p.kind = 'settle' AND p.reference = s.reference AND p.state = 'approved')
  ORDER BY random() LIMIT 1 FOR NO KEY UPDATE OF s SKIP LOCKED`;

/** Settles approved settlements batch by batch in a worker, so that staff do not wait for a month of entries. */
@Injectable()
export class ContinueSettlementsService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settlements: SettleService,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'continue-settlements', intervalMs: 2_000, batch: () => this.batch() });
  }

  /** @returns whether more batches may be left. */
  async batch(): Promise<boolean> {
    const [settlement] = await this.dataSource.query<OpenSettlement[]>(FIND_OPEN_SETTLEMENT);
    if (!settlement) return false;
    await this.settlements.settleOneBatch(settlement.id, settlement);
    return true;
  }
}
