import type { EntityManager } from 'typeorm';

/** Everybody who settles with a party, or takes back what was compared for that, takes turns until the transaction ends. */
export async function lockSettlements(tx: EntityManager, { party, test }: { party: string; test: boolean }): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('settlement'), hashtext($1))", [`${party} ${test}`]);
}
