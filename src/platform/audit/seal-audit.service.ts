import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inOneSnapshot } from '../../runtime/database/one-snapshot.js';
import { PeriodicTasks } from '../../runtime/scheduling/periodic-tasks.js';
import type { InconsistentRow } from '../checks/check.js';
import { sealBatch, sealHead, type SealHead } from '../seals/seal-chain.js';
import { type TrustedHead, verifySeals } from '../seals/verify-seals.js';
import { sealStatements } from '../seals/seal-statements.js';

const lengthPrefixed = (text: string): string => `coalesce(octet_length(${text}) || ':' || ${text}, '-')`;

/**
 * The hash chain over audit entries. Each text is preceded by its length, so that no two entries have the same input. JSON is in
 * PostgreSQL's text format. Only changes made in the panel have a partner or an address; when both are null, they are left out of the hash.
 */
const AUDIT_SEALS = sealStatements({
  table: 'audit_entry',
  seals: 'audit_seal',
  sealed: 'audit_sealed_entry',
  sealedId: 'entry_id',
  digestsOf: (entries) => `
  SELECT e.id, e.created_xid, sha256(convert_to(concat_ws('|', e.id, (extract(epoch FROM e.at) * 1000000)::bigint,
    ${['e.author', 'e.door', 'e.action', 'e.subject', 'e.subject_id', 'e.before::text', 'e.after::text', 'e.reason', 'e.request_id'].map(lengthPrefixed).join(', ')},
    e.created_xid, CASE WHEN e.partner_id IS NOT NULL OR e.address IS NOT NULL THEN concat_ws('|', ${['e.partner_id::text', 'e.address'].map(lengthPrefixed).join(', ')}) END), 'UTF8')) AS digest
  FROM (${entries}) AS e`,
});

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
  verify(head: TrustedHead | null = null): Promise<InconsistentRow | null> {
    return inOneSnapshot(this.dataSource, (tx) =>
      verifySeals(tx, AUDIT_SEALS, { head, batchSize: BATCH_SIZE, onProgress: () => undefined }),
    );
  }
}
