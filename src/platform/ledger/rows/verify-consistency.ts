import type { EntityManager } from 'typeorm';
import { batchesOfRows } from '../../../runtime/database/rows/row-batches.js';
import type { RowCheck } from './row-check.js';
import type { InconsistentRow } from '../wallet-check.js';

/** @returns the first row that contradicts other rows, or null. */
export async function verifyConsistency(
  tx: EntityManager,
  { table, key, inconsistentRowsSql, rowsPerStatement }: RowCheck,
  { batchSize, onProgress }: { batchSize: number; onProgress: () => void },
): Promise<InconsistentRow | null> {
  for await (const range of batchesOfRows(tx, table, key, rowsPerStatement ?? batchSize)) {
    const [row] = await tx.query<{ id: string; reason: string }[]>(
      `SELECT id, reason FROM (${inconsistentRowsSql}) AS found ORDER BY id, reason LIMIT 1`,
      [...range],
    );
    if (row) return { table, ...row };
    onProgress();
  }
  return null;
}
