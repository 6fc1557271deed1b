import type { DataSource } from 'typeorm';
import { withoutStatementTimeout } from '../../runtime/database/without-statement-timeout.js';
import type { SealStatements } from './seal-statements.js';

/** The newest seal. A copy that is stored outside the database shows later whether anything before that seal was changed. */
export interface SealHead {
  /** Number of the seal. */
  seal: number;
  /** SHA-256 in hex. */
  hash: string;
  /** Number of rows that this seal and all earlier seals cover. */
  entries: number;
  sealedAt: Date;
}

const ROWS_PER_BATCH = 5_000;

/** Seals committed rows, in batches and in one process at a time. @returns whether more rows may be left to seal. */
export function sealBatch(source: DataSource, { seal, seals }: SealStatements, batchSize: number = ROWS_PER_BATCH): Promise<boolean> {
  return withoutStatementTimeout(source, async (tx) => {
    const [lock] = await tx.query<{ mine: boolean }[]>('SELECT pg_try_advisory_xact_lock(hashtext($1)) AS mine', [seals]);
    if (!lock?.mine) return false;
    const [sealed] = await tx.query<{ entries: number }[]>(seal, [batchSize]);
    return (sealed?.entries ?? 0) >= batchSize;
  });
}

/** @returns null before the first row is sealed. */
export async function sealHead(source: DataSource, { head }: SealStatements): Promise<SealHead | null> {
  const [row] = await source.query<{ number: string; hash: string; entries: string; sealed_at: Date }[]>(head);
  return row ? { seal: Number(row.number), hash: row.hash, entries: Number(row.entries), sealedAt: row.sealed_at } : null;
}
