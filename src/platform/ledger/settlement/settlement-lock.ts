import type { EntityManager } from 'typeorm';

/** Settlements with a party and undone imports of its files exclude each other until the transaction ends. */
export async function lockSettlements(tx: EntityManager, { party, test }: { party: string; test: boolean }): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('settlement'), hashtext($1))", [`${party} ${test}`]);
}
