import type { DataSource } from 'typeorm';
import { withoutStatementTimeout } from '../../runtime/database/without-statement-timeout.js';
import type { SealStatements } from './seal-statements.js';

/** The last seal. A copy that is kept elsewhere shows later whether anything before it was changed. */
export interface SealHead {
  /** Number of the seal. */
  seal: number;
  /** SHA-256 in hex. */
  hash: string;
  /** Rows that it and all seals before cover. */
  entries: number;
  sealedAt: Date;
}

const AT_ONCE = 5_000;

/** Seals committed rows, in batches and in one process at a time. @returns whether there may be more to seal. */
export function sealBatch(source: DataSource, { seal, seals }: SealStatements, atOnce: number = AT_ONCE): Promise<boolean> {
  return withoutStatementTimeout(source, async (tx) => {
    const [turn] = await tx.query<{ mine: boolean }[]>('SELECT pg_try_advisory_xact_lock(hashtext($1)) AS mine', [seals]);
    if (!turn?.mine) return false;
    const [made] = await tx.query<{ entries: number }[]>(seal, [atOnce]);
    return (made?.entries ?? 0) >= atOnce;
  });
}

/** Null before the first row is sealed. */
export async function sealHead(source: DataSource, { head }: SealStatements): Promise<SealHead | null> {
  const [row] = await source.query<{ number: string; hash: string; entries: string; sealed_at: Date }[]>(head);
  return row ? { seal: Number(row.number), hash: row.hash, entries: Number(row.entries), sealedAt: row.sealed_at } : null;
}
