import type { EntityManager } from 'typeorm';
import { batchesOfRows } from '../../../runtime/database/rows/row-batches.js';
import type { RowInvariant } from './row-invariant.js';
import type { InconsistentRow } from '../wallet-check.js';

/** @returns the first row that contradicts others. */
export async function verifyRowInvariant(
  tx: EntityManager,
  { table, key, contradictions, rowsAtOnce }: RowInvariant,
  { batchSize, onProgress }: { batchSize: number; onProgress: () => void },
): Promise<InconsistentRow | null> {
  for await (const range of batchesOfRows(tx, table, key, rowsAtOnce ?? batchSize)) {
    const [row] = await tx.query<{ id: string; reason: string }[]>(
      `SELECT id, reason FROM (${contradictions}) AS found ORDER BY id, reason LIMIT 1`,
      [...range],
    );
    if (row) return { table, ...row };
    onProgress();
  }
  return null;
}
