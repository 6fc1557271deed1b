import type { EntityManager } from 'typeorm';

/** Calls a database function that erases payers' data. @returns the number of erased rows. */
export async function callEraseFunction(tx: EntityManager, call: string, values: readonly unknown[]): Promise<number> {
  const [row] = await tx.query<{ erased: number }[]>(`SELECT ${call} AS erased`, [...values]);
  return row?.erased ?? 0;
}
