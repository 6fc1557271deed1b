import type { EntityManager } from 'typeorm';

/** Calls an erasing function of the database. @returns how many rows it erased. */
export async function callEraseFunction(tx: EntityManager, call: string, values: readonly unknown[]): Promise<number> {
  const [row] = await tx.query<{ erased: number }[]>(`SELECT ${call} AS erased`, [...values]);
  return row?.erased ?? 0;
}
