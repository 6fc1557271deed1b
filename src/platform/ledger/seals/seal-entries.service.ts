import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';
import { sealBatch, sealHead, type SealHead } from '../../seals/seal-chain.js';
import { LEDGER_SEALS } from './ledger-seals.js';

/** Seals committed entries, in batches and in one process at a time, so that verification finds changes made directly in the database. */
@Injectable()
export class SealEntriesService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'seal-ledger', intervalMs: 2_000, batch: () => this.batch() });
  }

  /** @returns whether more entries may be left to seal. */
  batch(batchSize?: number): Promise<boolean> {
    return sealBatch(this.dataSource, LEDGER_SEALS, batchSize);
  }

  /** @returns null before the first entry is sealed. */
  head(): Promise<SealHead | null> {
    return sealHead(this.dataSource, LEDGER_SEALS);
  }
}
