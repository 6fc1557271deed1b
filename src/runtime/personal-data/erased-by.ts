import type { EntityManager } from 'typeorm';

/** Calls one of the database's functions that erase. @returns how many rows it erased. */
export async function erasedBy(tx: EntityManager, call: string, values: readonly unknown[]): Promise<number> {
  const [row] = await tx.query<{ erased: number }[]>(`SELECT ${call} AS erased`, [...values]);
  return row?.erased ?? 0;
}
