import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';
import { SettleService } from '../settlement/settle.service.js';

interface OpenSettlement {
  id: string;
  party: string;
  test: boolean;
}

/** One that no other worker is at. In any order: a settlement that cannot go on does not stop the others. */
const OPEN = `
  SELECT s.id, s.party, s.test FROM settlement s
  WHERE s.state = 'open' AND EXISTS (SELECT FROM ledger_proposal p WHERE p.kind = 'settle' AND p.reference = s.reference AND p.state = 'approved')
  ORDER BY random() LIMIT 1 FOR NO KEY UPDATE OF s SKIP LOCKED`;

/** Settles what was approved in the panel, batch by batch: a person does not wait for a month of entries. */
@Injectable()
export class GoOnSettlingService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settle: SettleService,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'ledger-settle', everyMs: 2_000, batch: () => this.batch() });
  }

  /** @returns whether there may be more. */
  async batch(): Promise<boolean> {
    const [settlement] = await this.dataSource.query<OpenSettlement[]>(OPEN);
    if (!settlement) return false;
    await this.settle.goOn(settlement.id, settlement);
    return true;
  }
}
