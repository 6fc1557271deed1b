import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inOneSnapshot } from '../../runtime/database/one-snapshot.js';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import { sealBatch, sealHead, type SealHead } from '../seals/seal-chain.js';
import { type TrustedHead, type BrokenSeal, verifySeals } from '../seals/verify-seals.js';
import { AUDIT_SEALS } from './audit-seals.js';

const BATCH_SIZE = 10_000;

/** Seals committed audit entries, so that changes made directly in the database are found. */
@Injectable()
export class SealAuditService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'seal-audit', intervalMs: 10_000, batch: () => this.batch() });
  }

  /** @returns whether there may be more entries to seal. */
  batch(): Promise<boolean> {
    return sealBatch(this.dataSource, AUDIT_SEALS);
  }

  head(): Promise<SealHead | null> {
    return sealHead(this.dataSource, AUDIT_SEALS);
  }

  /** @param head a seal that was stored outside the database. @returns the first invalid entry or seal. Null when all are valid. */
  verify(head: TrustedHead | null = null): Promise<BrokenSeal | null> {
    return inOneSnapshot(this.dataSource, (tx) =>
      verifySeals(tx, AUDIT_SEALS, { head, batchSize: BATCH_SIZE, onProgress: () => undefined }),
    );
  }
}
