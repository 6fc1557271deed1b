import type { EntityManager } from 'typeorm';

/** Locks a provider's settlements until the transaction ends. Settling its periods and undoing imports of its files take this lock. */
export async function lockSettlements(tx: EntityManager, { provider, test }: { provider: string; test: boolean }): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('settlement'), hashtext($1))", [`${provider} ${test}`]);
}
